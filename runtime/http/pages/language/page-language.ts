/** Languages that pages are written in. */
export type PageLanguage = 'en' | 'de';

/**
 * The language of a page, by what the browser says its user reads (RFC 9110, section 12.5.4): `de-AT` is answered in German. English where
 * neither is asked for.
 */
export function pageLanguage(acceptLanguage: string | undefined): PageLanguage {
  const ranges = (acceptLanguage ?? '').slice(0, longestHeader).split(',').map(parseRange);
  return weightOf('de', ranges) > weightOf('en', ranges) ? 'de' : 'en';
}

const longestHeader = 1000;

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

/** Of two languages that are wanted as much, the one that is named first; `*` is any language, and so English. */
function weightOf(language: PageLanguage, ranges: readonly LanguageRange[]): number {
  const weights = ranges
    .filter((range) => range.language === language && range.weight > 0)
    .map(({ weight, position }) => weight - position / 1_000_000);
  return Math.max(0, ...weights);
}
