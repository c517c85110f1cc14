/**
 * A number as people type it; null for nothing, undefined for what is none. Where the language has a decimal comma, that is one too.
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
