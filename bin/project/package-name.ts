/**
 * Names that a package must not have: npm refuses the first two, and a package that depends on its own name.
 */
const refused = new Set(['node_modules', 'favicon.ico', 'svc', 'typescript']);
const longest = 214;
const fallback = 'svc-app';

/** A valid npm name from a folder's name: `Mein Café 2` becomes `mein-cafe-2`. */
export function packageNameFor(folderName: string): string {
  const name = folderName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, longest);
  if (name === '') return fallback;
  return refused.has(name) ? `${name}-app` : name;
}
