/**
 * A text of the dashboard: one for everybody, or one for each language: `{ en: 'Title', de: 'Titel' }`. Where
 * the language of the user is missing, it is English, else the first.
 */
export type TranslatedText =
  | string
  | { readonly en?: string; readonly de?: string; readonly [language: string]: string | undefined };

/** The text for everybody who reads no dashboard: of the OpenAPI document, types and messages. */
export function plainText(text: TranslatedText): string {
  if (typeof text === 'string') return text;
  return text.en ?? Object.values(text).find((each) => each !== undefined) ?? '';
}

/** The texts by language; null where there is one for everybody. */
export function translationsOf(text: TranslatedText | undefined): Readonly<Record<string, string>> | null {
  if (text === undefined || typeof text === 'string') return null;
  return Object.fromEntries(
    Object.entries(text).flatMap(([language, own]) => (own === undefined ? [] : [[language, own]])),
  );
}
