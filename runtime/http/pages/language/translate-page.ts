import { german } from '../../../errors/reasons/german.js';
import type { Catalogue } from '../../../errors/reasons/reason.js';
import { messageIn } from '../../../errors/reasons/say.js';
import type { FieldView, FormView, PageView } from '../page-view.js';
import { englishPhrases } from './english.js';
import { germanPhrases, germanTexts } from './german.js';
import type { NestedText } from './nested-text.js';
import type { PageLanguage } from './page-language.js';

/** All texts of the pages in one language. Another language is another entry. */
interface LanguageTexts {
  /** Texts of the page frame. */
  readonly frame: { readonly error: string };
  /** By the English text; null for English. */
  readonly fixed: Readonly<Record<string, string>> | null;
  readonly phrases: object;
  /** The messages of the service; null for English, in which they are. */
  readonly reasons: Catalogue | null;
}

const languages: Readonly<Record<PageLanguage, LanguageTexts>> = {
  en: { frame: { error: 'Error' }, fixed: null, phrases: englishPhrases, reasons: null },
  de: { frame: { error: 'Fehler' }, fixed: germanTexts, phrases: germanPhrases, reasons: german },
};

/** Returns the texts of the page frame. */
export function frameTexts(language: PageLanguage): LanguageTexts['frame'] {
  return languages[language].frame;
}

/** Writes a page in a language. Texts of hooks and configs stay as they are. */
export function translatePage(view: PageView, language: PageLanguage): PageView<string> {
  const say = speaker(languages[language]);
  const { title, alert, status, paragraphs, forms, links } = view;
  return {
    title: say(title),
    ...(alert && { alert: alert.map(say) }),
    ...(status !== undefined && { status: say(status) }),
    ...(paragraphs && { paragraphs: paragraphs.map(say) }),
    ...(forms && { forms: forms.map((form) => translateForm(form, say)) }),
    ...(links && { links: links.map((link) => ({ ...link, text: say(link.text) })) }),
  };
}

type Say = (text: NestedText) => string;

function speaker({ fixed, phrases, reasons }: LanguageTexts): Say {
  return function say(text) {
    if (typeof text === 'string') return fixed?.[text] ?? text;
    if ('userText' in text) return text.userText;
    if ('phrase' in text) {
      const write = (phrases as Readonly<Record<string, (params: object, say: Say) => string>>)[text.phrase];
      return write?.(text.params, say) ?? '';
    }
    return reasons === null ? text.message : messageIn(reasons, text);
  };
}

function translateForm(form: FormView, say: Say): FormView<string> {
  return {
    ...form,
    submit: say(form.submit),
    fields: form.fields.map((field) => translateField(field, say)),
  };
}

function translateField(field: FieldView, say: Say): FieldView<string> {
  const { label, hint, faults: issues } = field;
  return {
    ...field,
    label: say(label),
    hint: hint === null ? null : say(hint),
    faults: issues?.map(say) ?? null,
  };
}
