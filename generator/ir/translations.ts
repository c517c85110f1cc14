import type { AdminTranslations } from '../../runtime/codegen/admin-meta.js';
import { plainText, type TranslatedText, translationsOf } from '../../runtime/config/translated-text.js';

/**
 * The texts of one part of the config in the other languages, by language and the name that the dashboard
 * has for them; null without any.
 */
export function translationsIn(
  texts: Readonly<Record<string, TranslatedText | undefined>>,
): AdminTranslations | null {
  const found: Record<string, Record<string, string>> = {};
  for (const [name, text] of Object.entries(texts)) {
    for (const [language, own] of Object.entries(translationsOf(text) ?? {})) {
      if (text !== undefined && own !== plainText(text))
        found[language] = { ...found[language], [name]: own };
    }
  }
  return Object.keys(found).length === 0 ? null : found;
}

/** The text for everybody; null where the config gives none. */
export function textOrNull(text: TranslatedText | undefined): string | null {
  return text === undefined ? null : plainText(text);
}
