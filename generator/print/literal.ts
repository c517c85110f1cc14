/**
 * Literals that evaluate to exactly the given value, whatever the text contains: quotes, new lines, comment
 * ends, `</script>`, lone surrogates. Control and direction characters are escaped, so that a literal is one
 * line and reads as it is evaluated.
 */

/**
 * Controls, format and direction marks, line separators, lone surrogates; not the joiners of emoji and
 * scripts.
 */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (mark) => shortEscapes[mark] ?? escapeUnits(mark));
}

function escapeUnits(mark: string): string {
  const units = Array.from({ length: mark.length }, (_, index) => mark.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** `'it'`, or `"it's"` where that needs fewer backslashes. */
export function stringLiteral(text: string): string {
  const quote = count(text, "'") > count(text, '"') ? '"' : "'";
  const escaped = escapeUnprintable(text.replaceAll('\\', '\\\\'))
    .replaceAll(quote, `\\${quote}`)
    // Emitted text may be pasted into an HTML page.
    .replace(/<(?=\/script|!--)/gi, '\\x3c');
  return quote + escaped + quote;
}

/** `/^[a-z]+$/u` for a pattern's source and flags; both must be valid together. */
export function regexLiteral(source: string, flags: string): string {
  // The constructor escapes slashes and line ends, and returns `(?:)` for an empty pattern.
  const valid = new RegExp(source, flags).source;
  // A backslash before such a character means the character itself; it must not escape our backslash.
  const literal = valid.replace(/\\?([\s\S])/gu, (token, mark: string) =>
    mark.search(unprintable) === 0 ? escapeUnits(mark) : token,
  );
  return `/${literal}/${flags}`;
}

/** A number as JavaScript writes it; `-0` keeps its sign. */
export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
