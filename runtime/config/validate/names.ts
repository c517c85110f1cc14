/** Rules for slugs and field names. */
import type { Place, Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';

const slugPattern = /^[a-z][a-z0-9_-]*$/;
const namePattern = /^[a-zA-Z][a-zA-Z0-9_]*$/;

/** A slug becomes a file name of the generated code, and file systems allow 255 bytes. */
const maxSlugLength = 200;

const reservedSlugs = [
  ...['admin', 'auth', 'globals', 'health', 'docs', 'metrics', 'api_keys'],
  ...['safe', 'svc', 'then', 'query'],
];

export type DocumentKind = 'collection' | 'global';

/**
 * `blog-posts` → `blogPosts`: a letter or digit after `-` or `_` becomes upper case, other characters are
 * dropped.
 */
export function camelCase(slug: string): string {
  return slug
    .replace(/[-_]+([a-zA-Z0-9])/g, (_marks, next: string) => next.toUpperCase())
    .replace(/[-_]+/g, '');
}

/** Whether messages can call a part by its name or slug. Otherwise they name the missing option. */
export function isGiven(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** Checks the form of a block's slug. It is a value and not a path, so capital letters are allowed. */
export function checkBlockSlug(slug: unknown, place: Place, problems: Problems): slug is string {
  if (typeof slug === 'string' && slug.length <= maxSlugLength && /^[a-zA-Z][a-zA-Z0-9_-]*$/.test(slug))
    return true;
  return checkSlug(slug, place, problems);
}

/** Checks the form of a slug. Returns whether it is valid. */
export function checkSlug(slug: unknown, place: Place, problems: Problems): slug is string {
  if (typeof slug !== 'string') {
    problems.add(place, slug === undefined ? 'is missing' : `must be text, not ${showValue(slug)}`);
    return false;
  }
  if (!slugPattern.test(slug)) {
    const rule = 'must be lower-case letters, digits, "-" and "_", starting with a letter';
    problems.add(place, `${rule}, not ${quoted(slug)}`, asSlug(slug));
    return false;
  }
  if (slug.length > maxSlugLength) {
    problems.add(place, `must have at most ${maxSlugLength} characters, not ${slug.length}`);
    return false;
  }
  return true;
}

/** Checks that a slug is not reserved. */
export function checkReservedSlug(slug: string, kind: DocumentKind, place: Place, problems: Problems): void {
  const reserved = kind === 'global' ? [...reservedSlugs, 'system'] : reservedSlugs;
  const same = reserved.find((name) => camelCase(name) === camelCase(slug));
  if (same === undefined) return;
  const like = same === slug ? '' : ` (as ${quoted(same)})`;
  problems.add(place, `${quoted(slug)} is reserved${like}: choose another slug for this ${kind}`);
}

/** Checks that no other slug has the same camelCase: both would have one name in the SDK. */
export function checkSlugClash(
  slug: string,
  others: ReadonlyMap<string, string>,
  place: Place,
  problems: Problems,
): void {
  const other = others.get(camelCase(slug));
  if (other === slug) problems.add(place, `${quoted(slug)} is used twice`);
  else if (other !== undefined) {
    const both = `${quoted(slug)} and ${quoted(other)}`;
    problems.add(place, `${both} are both called ${quoted(camelCase(slug))} in the SDK: rename one`);
  }
}

function asSlug(text: string): string | null {
  const made = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return slugPattern.test(made) ? made : null;
}

/** What contains a field, as far as its name is concerned. */
export type Siblings = 'document' | 'group' | 'array' | 'blocks';

const reservedNames: Readonly<Record<Siblings, readonly string[]>> = {
  document: [
    ...['id', 'createdAt', 'updatedAt', '_status', '_pending', '_revision'],
    ...['_deletedAt', '_deletedBy', '_highlights', 'AND', 'OR'],
  ],
  group: [],
  array: ['id'],
  blocks: ['id', 'blockType'],
};

/** Checks the form of a field name. Returns whether it is valid. */
export function checkName(name: unknown, place: Place, problems: Problems): name is string {
  if (typeof name !== 'string') {
    problems.add(place, name === undefined ? 'is missing' : `must be text, not ${showValue(name)}`);
    return false;
  }
  // Reserved names are reported by their own rule, with a better message.
  if (!namePattern.test(name) && !reservedNames.document.includes(name)) {
    problems.add(place, `must be letters, digits and "_", starting with a letter, not ${quoted(name)}`);
    return false;
  }
  const ending = /_(?:asc|desc)$/.exec(name)?.[0];
  if (ending === undefined) return true;
  problems.add(place, `must not end in "${ending}", which sorts use for the direction`);
  return false;
}

/** Checks that a name is unique among its siblings, case-insensitively, as column names are in databases. */
export function checkNameClash(
  name: string,
  { siblings, others }: { readonly siblings: Siblings; readonly others: ReadonlyMap<string, string> },
  place: Place,
  problems: Problems,
): void {
  const lower = name.toLowerCase();
  const reserved = reservedNames[siblings];
  const builtIn = reserved.find((own) => own === name) ?? reserved.find((own) => own.toLowerCase() === lower);
  const other = others.get(lower);
  if (builtIn === name) problems.add(place, `${quoted(name)} is reserved: choose another name`);
  // `And` is not a keyword of filters; the other built-in names are columns or keys next to this one.
  else if (builtIn !== undefined && builtIn !== 'AND' && builtIn !== 'OR') {
    problems.add(place, `${quoted(name)} differs only in case from the built-in ${quoted(builtIn)}`);
  } else if (other === name) problems.add(place, `${quoted(name)} is used twice among the same fields`);
  else if (other !== undefined) {
    problems.add(place, `${quoted(name)} and ${quoted(other)} differ only in case: rename one`);
  }
}
