/** Words that cannot be identifiers in a strict module, and globals that should not be shadowed. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield ' +
    'undefined NaN Infinity globalThis'
  ).split(' '),
);

/** Whether a text has the form of an identifier (ASCII, so that every tool reads it), reserved or not. */
export function isIdentifierName(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text);
}

export function isReservedWord(text: string): boolean {
  return reservedWords.has(text);
}

/**
 * Returns a free name: `name` itself, with `_` after a reserved word (`class_`), with a number if it is taken
 * (`posts2`). Adds the result to `taken`.
 */
export function takeFreeName(name: string, taken: Set<string>): string {
  const wanted = isReservedWord(name) ? `${name}_` : name;
  let free = wanted;
  for (let number = 2; taken.has(free); number += 1) free = `${wanted}${number}`;
  taken.add(free);
  return free;
}

/**
 * The contract's rule for slugs: a letter or digit after `-` or `_` becomes upper case, other characters are
 * removed.
 */
export function camelCase(slug: string): string {
  return slug
    .replace(/[-_]+([A-Za-z0-9])/g, (_, next: string) => next.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '');
}

/** As {@link camelCase}, with an upper-case first letter. */
export function pascalCase(slug: string): string {
  const camel = camelCase(slug);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
