/**
 * Whether a regular expression may be a literal in code that any TypeScript from 5.9 on compiles for any target of the
 * last years: TypeScript reads the insides of literals and refuses flags and syntax that it holds to be too new, or not known.
 * Other patterns are made from a string at run time.
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
