/**
 * Parses a typed number. Returns null for an empty text and undefined for an invalid one. In languages with a
 * decimal comma, a comma is accepted as well as a point.
 *
 * @example parseNumber('1,5', 'de'); // 1.5
 */
export function parseNumber(text: string, language: string): number | null | undefined {
  const trimmed = text.trim().replace(/^[−–]/, '-');
  if (trimmed === '') return null;
  const plain = hasDecimalComma(language) ? trimmed.replace(/^([-+]?\d+),(\d+)$/, '$1.$2') : trimmed;
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

function hasDecimalComma(language: string): boolean {
  return new Intl.NumberFormat(language).format(1.5).includes(',');
}
