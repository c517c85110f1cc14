import { withShortMarkRuns } from './mark-runs.js';

/** Letters that do not come apart into an ASCII letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ħ: 'h',
    ı: 'i',
    ŋ: 'ng',
    ĸ: 'k',
    ſ: 's',
  },
  ...{
    α: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    θ: 'th',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
    ξ: 'x',
  },
  ...{ ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
  },
  ...{
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ъ: '',
    ы: 'y',
  },
  ...{
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
    і: 'i',
    є: 'ye',
    ґ: 'g',
    ђ: 'dj',
    ј: 'j',
    љ: 'lj',
    њ: 'nj',
    ћ: 'c',
    џ: 'dz',
  },
};

/**
 * A text as a part of an address: lower case, ASCII letters, digits and single hyphens. Accents are dropped;
 * Greek and Cyrillic are transliterated. Empty when nothing is left, as of Chinese.
 */
export function slugify(text: string): string {
  const folded = withShortMarkRuns(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const ascii = Array.from(folded, (letter) => letters[letter] ?? letter).join('');
  return ascii
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The most characters of a slug that the service makes, where the field has no `maxLength`. */
export const maxMadeSlug = 200;

/**
 * The first characters of a slug, without a hyphen at the end. It ends with a whole word, unless that would
 * leave less than half of it.
 */
export function cutSlug(slug: string, length: number): string {
  const characters = Array.from(slug);
  if (characters.length <= length) return slug;
  const first = characters.slice(0, Math.max(0, length));
  const end = characters[length] === '-' ? -1 : first.lastIndexOf('-');
  const whole = end * 2 >= length ? first.slice(0, end) : first;
  return whole.join('').replace(/-+$/, '');
}
