import type { LanguageName } from './catalogue.js';

/** The forms of a text by number; `#` is replaced by the number in the format of the language. */
export interface PluralForms {
  readonly zero?: string;
  readonly one: string;
  readonly other: string;
}

/**
 * For catalogues: chooses the form for a number.
 *
 * @example
 * const plural = pluralIn('en');
 * export const en = { found: (count: number): string => plural(count, { one: '# document', other: '# documents' }) };
 */
export function pluralIn(language: LanguageName): (count: number, forms: PluralForms) => string {
  return (count, forms) => {
    const { rules, numbers } = toolsOf(language);
    const { zero, one, other } = forms;
    const form = count === 0 && zero !== undefined ? zero : rules.select(count) === 'one' ? one : other;
    return form.replaceAll('#', numbers.format(count));
  };
}

interface Tools {
  readonly rules: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

/** Made on first use and shared by all catalogues: there are dozens, and each would cost milliseconds. */
const made = new Map<LanguageName, Tools>();

function toolsOf(language: LanguageName): Tools {
  const known = made.get(language);
  if (known !== undefined) return known;
  const tools = { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
  made.set(language, tools);
  return tools;
}
