/** Languages of the pages. */
export type PageLanguage = 'en' | 'de';

/**
 * Returns the language of a page, by the `Accept-Language` header (RFC 9110, section 12.5.4): `de-AT` gives
 * German. English if neither language is listed.
 */
export function pageLanguage(acceptLanguage: string | undefined): PageLanguage {
  const ranges = (acceptLanguage ?? '').slice(0, maxHeaderLength).split(',').map(parseRange);
  return preferenceFor('de', ranges) > preferenceFor('en', ranges) ? 'de' : 'en';
}

const maxHeaderLength = 1000;

interface LanguageRange {
  readonly language: string;
  readonly weight: number;
  readonly position: number;
}

function parseRange(text: string, position: number): LanguageRange {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return {
    language: tag.split('-')[0] ?? '',
    weight: weight >= 0 && weight <= 1 ? weight : 0,
    position,
  };
}

/** If two languages have the same weight, the first one counts; `*` is any language, and so English. */
function preferenceFor(language: PageLanguage, ranges: readonly LanguageRange[]): number {
  const weights = ranges
    .filter((range) => range.language === language && range.weight > 0)
    .map(({ weight, position }) => weight - position / 1_000_000);
  return Math.max(0, ...weights);
}
