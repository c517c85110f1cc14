import { germanMessage, sayByPattern } from '../../../errors/german-messages.js';
import type { FieldView, FormView, PageView } from '../page-view.js';
import { germanPatterns, germanTexts } from './german.js';
import type { PageLanguage } from './page-language.js';

/** What the frame of a page says itself. */
export const frameTexts: Readonly<Record<PageLanguage, { readonly error: string }>> = {
  en: { error: 'Error' },
  de: { error: 'Fehler' },
};

/** The page in a language: what it says itself, and what the service says of a request. What hooks and configs say stays as it is. */
export function translatePage(view: PageView, language: PageLanguage): PageView {
  if (language === 'en') return view;
  const { title, alert, status, paragraphs, forms, links } = view;
  return {
    title: german(title),
    ...(alert && { alert: alert.map(germanFault) }),
    ...(status !== undefined && { status: german(status) }),
    ...(paragraphs && { paragraphs: paragraphs.map(germanParagraph) }),
    ...(forms && { forms: forms.map(germanForm) }),
    ...(links && { links: links.map((link) => ({ ...link, text: german(link.text) })) }),
  };
}

/** A text of the pages in German; one that is not theirs as it is. */
export function german(text: string): string {
  if (Object.hasOwn(germanTexts, text)) return germanTexts[text] ?? text;
  return germanMessage(text) ?? sayByPattern(germanPatterns, text) ?? text;
}

function germanForm(form: FormView): FormView {
  return { ...form, submit: german(form.submit), fields: form.fields.map(germanField) };
}

function germanField(field: FieldView): FieldView {
  const { label, hint, faults } = field;
  return {
    ...field,
    label: german(label),
    hint: hint === null ? null : german(hint),
    faults: faults?.map(germanFault) ?? null,
  };
}

const forNetworks = 'There were too many requests from your network. ';
const forAdministrators = 'For administrators: ';

/** A fault, also one behind the name of a field that the page does not have. */
function germanFault(text: string): string {
  if (text.startsWith(forNetworks)) {
    return `Aus Ihrem Netz kamen zu viele Anfragen. ${german(text.slice(forNetworks.length))}`;
  }
  const [, path, fault] = /^([\w.]+): (.*)$/s.exec(text) ?? [];
  return path === undefined || fault === undefined ? german(text) : `${path}: ${german(fault)}`;
}

function germanParagraph(text: string): string {
  if (!text.startsWith(forAdministrators)) return german(text);
  return `Für Administratoren: ${german(text.slice(forAdministrators.length))}`;
}
