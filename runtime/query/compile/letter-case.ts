/**
 * Case-insensitive comparison of `contains`, the same in every database. Two characters are equal if the
 * simple lower case of their simple upper case is the same (one character for one, independent of language
 * and context). So `Σ`, `σ` and `ς` are equal, `k` and the Kelvin sign, `i` and the Turkish `İ` and `ı`; `ß`
 * and `SS` are not.
 */

const asciiText = /^[\0-\x7f]*$/;
/** ASCII letters that are equal to characters outside ASCII: `İ`, `ı`, the Kelvin sign, the long `ſ`. */
const asciiWithRelatives = /[iks]/i;

export function isAscii(text: string): boolean {
  return asciiText.test(text);
}

/** Whether all characters equal to the letters of an ASCII text are ASCII themselves. */
export function staysInAscii(text: string): boolean {
  return !asciiWithRelatives.test(text);
}

/** The representative of all characters that are equal to this one. */
export function foldCharacter(character: string): string {
  return lower(upper(character));
}

/** Returns a text of the same length in which equal characters are the same. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (!isHighSurrogate(unit)) {
      units[at] = foldUnit(unit);
      continue;
    }
    const folded = foldCharacter(String.fromCodePoint(text.codePointAt(at) ?? unit));
    units[at] = folded.charCodeAt(0);
    if (folded.length === 1) continue;
    at += 1;
    units[at] = folded.charCodeAt(1);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Cached result per code unit, plus one; 0 if not computed yet. */
const foldedUnits = new Uint32Array(0x10000);

function foldUnit(unit: number): number {
  const known = foldedUnits[unit] ?? 0;
  if (known > 0) return known - 1;
  const folded = foldCharacter(String.fromCharCode(unit)).charCodeAt(0);
  foldedUnits[unit] = folded + 1;
  return folded;
}

/** All characters that are equal to this one, including itself, as one text. */
export function equalCharacters(character: string): string {
  return families().get(foldCharacter(character)) ?? character;
}

/** Length in UTF-8 bytes of the shortest text equal to a search text: no shorter text contains it. */
export function minBytes(needle: string): number {
  let bytes = 0;
  for (const character of needle) {
    const equal = isAscii(character) ? character : equalCharacters(character);
    bytes += Math.min(...Array.from(equal, (one) => Buffer.byteLength(one)));
  }
  return bytes;
}

let known: ReadonlyMap<string, string> | null = null;

/** Computed once from Unicode's properties, when the first filter needs it (some milliseconds). */
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

/** Mappings to several characters (`ß` to `SS`) are not simple mappings. */
function upper(character: string): string {
  const mapped = character.toUpperCase();
  return isOneCharacter(mapped) ? mapped : character;
}

function lower(character: string): string {
  // Unicode's simple lower case of `İ` is `i`; JavaScript has only the full mapping, with a dot above.
  if (character === 'İ') return 'i';
  const mapped = character.toLowerCase();
  return isOneCharacter(mapped) ? mapped : character;
}

function isOneCharacter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}
