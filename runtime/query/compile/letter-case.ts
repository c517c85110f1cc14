/**
 * Case-insensitive comparison of `contains`, the same in every database: two characters are equal when the simple lower
 * case of their simple upper case is (one character for one, no language, no context). So `Σ`, `σ` and `ς` are equal, `k` and
 * the Kelvin sign, `i` and the Turkish `İ` and `ı`; `ß` and `SS` are not.
 */

const asciiText = /^[\0-\x7f]*$/;
/** ASCII letters that are equal to characters outside ASCII: `İ`, `ı`, the Kelvin sign, the long `ſ`. */
const asciiWithRelatives = /[iks]/i;

export function isAscii(text: string): boolean {
  return asciiText.test(text);
}

/** Whether only ASCII characters are equal to the letters of an ASCII text. */
export function staysInAscii(text: string): boolean {
  return !asciiWithRelatives.test(text);
}

/** A character's representative among those that are equal to it. */
export function foldCharacter(character: string): string {
  return lower(upper(character));
}

export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

/** Every character that is equal to this one, itself among them, as one text. */
export function equalCharacters(character: string): string {
  return families().get(foldCharacter(character)) ?? character;
}

let known: ReadonlyMap<string, string> | null = null;

/** Found once from Unicode's own properties, when the first filter needs it (some milliseconds). */
function families(): ReadonlyMap<string, string> {
  if (known !== null) return known;
  const found = new Map<string, string>();
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!changesInCase.test(character)) continue;
    const folded = foldCharacter(character);
    found.set(folded, (found.get(folded) ?? '') + character);
  }
  known = found;
  return found;
}

const changesInCase = /\p{Changes_When_Casemapped}/u;

/** Mappings to several characters (`ß` to `SS`) are not simple ones. */
function upper(character: string): string {
  const mapped = character.toUpperCase();
  return isOneCharacter(mapped) ? mapped : character;
}

function lower(character: string): string {
  // Unicode's simple lower case of `İ` is `i`; JavaScript knows the full one only, with a dot above.
  if (character === 'İ') return 'i';
  const mapped = character.toLowerCase();
  return isOneCharacter(mapped) ? mapped : character;
}

function isOneCharacter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}
