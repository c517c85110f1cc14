import { germanMessage, sayByPattern } from '../../../errors/german-messages.js';
import type { FieldView, FormView, PageView } from '../page-view.js';
import { germanPatterns, germanTexts } from './german.js';
import type { PageLanguage } from './page-language.js';

/** Texts of the page frame. */
export const frameTexts: Readonly<Record<PageLanguage, { readonly error: string }>> = {
  en: { error: 'Error' },
  de: { error: 'Fehler' },
};

/**
 * Translates a page: its own texts, and the service's messages about a request. Texts of hooks and configs
 * stay as they are.
 */
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

/** Returns a text of the pages in German; other texts as they are. */
export function german(text: string): string {
  if (Object.hasOwn(germanTexts, text)) return germanTexts[text] ?? text;
  return germanMessage(text) ?? sayByPattern(germanPatterns, text) ?? text;
}

function germanForm(form: FormView): FormView {
  return { ...form, submit: german(form.submit), fields: form.fields.map(germanField) };
}

function germanField(field: FieldView): FieldView {
  const { label, hint, faults: issues } = field;
  return {
    ...field,
    label: german(label),
    hint: hint === null ? null : german(hint),
    faults: issues?.map(germanFault) ?? null,
  };
}

const forNetworks = 'There were too many requests from your network. ';
const forAdministrators = 'For administrators: ';

/** Translates an issue, also one that follows the name of a field that the page does not have. */
function germanFault(text: string): string {
  if (text.startsWith(forNetworks)) {
    return `Aus Ihrem Netz kamen zu viele Anfragen. ${german(text.slice(forNetworks.length))}`;
  }
  const [, path, issue] = /^([\w.]+): (.*)$/s.exec(text) ?? [];
  return path === undefined || issue === undefined ? german(text) : `${path}: ${german(issue)}`;
}

function germanParagraph(text: string): string {
  if (!text.startsWith(forAdministrators)) return german(text);
  return `Für Administratoren: ${german(text.slice(forAdministrators.length))}`;
}
