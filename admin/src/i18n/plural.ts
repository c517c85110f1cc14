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
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  return (count, forms) => {
    const { zero, one, other } = forms;
    const form = count === 0 && zero !== undefined ? zero : rules.select(count) === 'one' ? one : other;
    return form.replaceAll('#', format.format(count));
  };
}
