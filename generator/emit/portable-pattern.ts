/**
 * Whether a regular expression may be a literal in code that TypeScript from 5.9 on compiles for all common
 * targets: TypeScript parses literals and refuses flags and syntax that are too new for the target, or
 * unknown. Other patterns are created from a string at run time.
 */
export function isPortablePattern(source: string, flags: string): boolean {
  if (!/^[ims]*u[ims]*$/.test(flags)) return false;
  const unescaped = source.replace(/\\./gs, '');
  if (/\(\?(?![:=!]|<[=!])/.test(unescaped)) return false;
  const properties: readonly string[] = source.match(/\\[pP]\{[^}]*\}/g) ?? [];
  return properties.every((property) => knownProperty.test(property));
}

/** General categories. */
const knownProperty = /\{(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?)\}/;
