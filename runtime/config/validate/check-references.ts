/** Checks references to other parts of the config: collections, fields, sort orders. */
import type { FieldKind } from '../../fields/field-descriptor.js';
import { fieldKinds, fieldTypeOf } from '../../fields/index.js';
import { isRelationType } from '../../fields/relation.js';
import { nearestName, nearestSort } from '../../util/near-miss.js';
import { hasUpload } from '../upload-fields.js';
import { checkRoles } from './check-roles.js';
import { checkSearched } from './check-search.js';
import { isPlainObject } from './checks.js';
import { isVirtual, kindOf, type Outline, type OutlineField } from './outline.js';
import { inside, type Place, type Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';

export interface References {
  readonly collections: ReadonlyMap<string, Outline>;
  readonly globals: ReadonlyMap<string, Outline>;
  readonly maxLimit: number;
  /** Names allowed in access lists. */
  readonly roles: readonly string[];
  readonly problems: Problems;
}

/** Checks every reference in the collections and globals. */
export function checkReferences(references: References): void {
  for (const outline of references.collections.values()) {
    for (const field of outline.fields.values()) checkField(field, outline, references);
    checkRoles(outline, references.roles, references.problems);
    checkWidth(outline, references.problems);
    checkAdmin(outline, references);
    checkIndexes(outline, references);
    checkSearched(outline, references.problems);
    const { defaultSort } = outline.config;
    if (typeof defaultSort === 'string') {
      checkSort(defaultSort, outline, inside(outline.place, 'defaultSort'), references.problems);
    }
  }
  for (const outline of references.globals.values()) {
    checkRoles(outline, references.roles, references.problems);
    checkWidth(outline, references.problems);
    for (const field of outline.fields.values()) checkField(field, outline, references);
  }
}

/** The max is 1600 columns in PostgreSQL and 2000 in SQLite; the service adds some of its own. */
const maxTableColumns = 1500;

function checkWidth({ fields, place }: Outline, problems: Problems): void {
  const columns = [...fields.values()].reduce((sum, field) => sum + columnsOf(field), 0);
  if (columns <= maxTableColumns) return;
  const way = 'move fields into rows, json or another collection';
  problems.add(
    place,
    `has ${columns} columns, more than ${maxTableColumns}, which every database can hold: ${way}`,
  );
}

function columnsOf({ type, config, inRows }: OutlineField): number {
  if (inRows || type === 'group' || type === 'join' || isVirtual(config)) return 0;
  if (isRelationType(type) && config['hasMany'] === true) return 0;
  return type === 'point' || (isRelationType(type) && Array.isArray(config['to'])) ? 2 : 1;
}

function checkField(field: OutlineField, outline: Outline, references: References): void {
  if (isRelationType(field.type)) checkTargets(field, references);
  if (field.type === 'join') checkJoin(field, outline, references);
  if (field.type === 'slug') checkFrom(field, outline, references.problems);
}

function checkTargets(field: OutlineField, references: References): void {
  const { to } = field.config;
  const place = inside(field.place, 'to');
  if (typeof to === 'string') checkTarget(to, { field, place }, references);
  if (!Array.isArray(to)) return;
  for (const [position, slug] of to.entries()) {
    if (typeof slug === 'string') checkTarget(slug, { field, place: inside(place, position) }, references);
  }
}

function checkTarget(
  slug: string,
  { field, place }: { readonly field: OutlineField; readonly place: Place },
  references: References,
): void {
  const target = checkCollection(slug, place, references);
  if (target === null || field.type !== 'upload' || hasUpload(target.config['upload'])) return;
  references.problems.add(
    place,
    `names ${quoted(slug)}, whose documents have no files: set its "upload", or use type: 'relationship'`,
  );
}

/** Returns the collection, or reports that it does not exist. */
function checkCollection(slug: string, place: Place, references: References): Outline | null {
  const { collections, globals, problems } = references;
  const found = collections.get(slug);
  if (found !== undefined) return found;
  if (globals.has(slug)) {
    problems.add(place, `names the global ${quoted(slug)}: relations refer to documents of collections`);
  } else {
    problems.add(
      place,
      `names the unknown collection ${quoted(slug)}`,
      nearestName(slug, collections.keys()),
    );
  }
  return null;
}

function checkJoin({ config, place }: OutlineField, outline: Outline, references: References): void {
  const { problems, maxLimit } = references;
  const { collection, on, limit, sort, where } = config;
  if (typeof limit === 'number' && limit > maxLimit) {
    problems.add(inside(place, 'limit'), `is ${limit}, more than limits.maxLimit (${maxLimit})`);
  }
  if (typeof collection !== 'string') return;
  const joined = checkCollection(collection, inside(place, 'collection'), references);
  if (joined === null) return;
  if (typeof on === 'string')
    checkOn(on, { joined, slug: outline.slug, place: inside(place, 'on') }, problems);
  if (typeof sort === 'string') checkSort(sort, joined, inside(place, 'sort'), problems);
  if (isPlainObject(where))
    checkWhere(where, { outline: joined, place: inside(place, 'where'), depth: 0 }, problems);
}

function checkOn(
  on: string,
  { joined, slug, place }: { readonly joined: Outline; readonly slug: string; readonly place: Place },
  problems: Problems,
): void {
  const relations = [...joined.fields.values()].filter(
    (field) =>
      isRelationType(field.type) && !field.inRows && !isVirtual(field.config) && pointsAt(field, slug),
  );
  if (relations.some(({ path }) => path === on)) return;
  const field = joined.fields.get(on);
  const names = relations.map(({ path }) => path);
  const suggestion = nearestName(on, names) ?? (names.length === 1 ? names[0] : null);
  if (field === undefined) {
    problems.add(place, `names the unknown field ${quoted(on)} of ${quoted(joined.slug)}`, suggestion);
  } else if (!isRelationType(field.type)) {
    problems.add(
      place,
      `names ${quoted(on)} of ${quoted(joined.slug)}, which is not a relationship`,
      suggestion,
    );
  } else if (isVirtual(field.config)) {
    problems.add(place, `names ${quoted(on)} of ${quoted(joined.slug)}, which is virtual`, suggestion);
  } else if (field.inRows) {
    problems.add(place, `names ${quoted(on)} of ${quoted(joined.slug)}, which is inside rows`, suggestion);
  } else {
    const others = `which does not refer to ${quoted(slug)}`;
    problems.add(place, `names ${quoted(on)} of ${quoted(joined.slug)}, ${others}`, suggestion);
  }
}

function pointsAt({ config: { to } }: OutlineField, slug: string): boolean {
  return Array.isArray(to) ? to.includes(slug) : to === slug;
}

const fromTypes: ReadonlySet<string> = new Set<FieldKind>(['text', 'textarea', 'email', 'url']);

/** A sibling's name takes precedence over a path from the root. */
function checkFrom({ config, place, group, path }: OutlineField, outline: Outline, problems: Problems): void {
  const { from } = config;
  if (typeof from !== 'string') return;
  const source =
    (group === '' ? undefined : outline.fields.get(`${group}.${from}`)) ?? outline.fields.get(from);
  const at = inside(place, 'from');
  const fitting = [...outline.fields.values()].filter(isSlugSource).map((field) => field.path);
  if (source === undefined) {
    problems.add(at, `names the unknown field ${quoted(from)}`, nearestName(from, fitting));
  } else if (source.path === path) problems.add(at, 'must name another field');
  else if (!isSlugSource(source)) {
    problems.add(at, `must name a single text field outside rows, and ${quoted(from)} is not one`);
  }
}

function isSlugSource(field: OutlineField): boolean {
  return (
    fromTypes.has(field.type) && field.config['hasMany'] !== true && !field.inRows && !isVirtual(field.config)
  );
}

const builtIn = ['id', 'createdAt', 'updatedAt'] as const;

const orderedTypes: ReadonlySet<string> = new Set(
  fieldKinds.filter((type) => fieldTypeOf({ type }).isOrdered),
);

/** Whether lists can be sorted by a field. */
function isOrdered(field: OutlineField): boolean {
  return (
    orderedTypes.has(field.type) &&
    field.config['hasMany'] !== true &&
    !field.inRows &&
    !isVirtual(field.config)
  );
}

const maxTerms = 10;

function checkSort(sort: string, outline: Outline, place: Place, problems: Problems): void {
  const terms = sort.split(',').map((term) => term.trim());
  if (terms.length > maxTerms) problems.add(place, `has more than ${maxTerms} fields`);
  const seen = new Set<string>();
  for (const term of terms) {
    const path = term.replace(/_(?:asc|desc)$/, '');
    if (path === '') problems.add(place, 'has an empty field name: write it as "title_asc,createdAt_desc"');
    else if (seen.has(path)) problems.add(place, `names ${quoted(path)} twice`);
    else
      checkPath(
        path,
        { outline, place, fits: isOrdered, purpose: 'sorted by', nearest: nearestSort },
        problems,
      );
    seen.add(path);
  }
}

interface PathUse {
  readonly outline: Outline;
  readonly place: Place;
  readonly fits: (field: OutlineField) => boolean;
  /** `sorted by`, for messages. */
  readonly purpose: string;
  readonly nearest?: typeof nearestName;
}

function checkPath(
  path: string,
  { outline, place, fits, purpose, nearest = nearestName }: PathUse,
  problems: Problems,
): void {
  if ((builtIn as readonly string[]).includes(path)) return;
  const field = outline.fields.get(path);
  if (field === undefined) {
    const known = [...[...outline.fields.values()].filter(fits).map((each) => each.path), ...builtIn];
    problems.add(place, `names the unknown field ${quoted(path)}`, nearest(path, known));
  } else if (!fits(field)) {
    problems.add(place, `names ${quoted(path)}, ${kindOf(field)}, which cannot be ${purpose}`);
  }
}

function checkAdmin(outline: Outline, { problems }: References): void {
  const { admin } = outline.config;
  if (!isPlainObject(admin)) return;
  const place = inside(outline.place, 'admin');
  const { useAsTitle, defaultColumns } = admin;
  if (typeof useAsTitle === 'string') {
    const use = { outline, place: inside(place, 'useAsTitle'), fits: isOrdered, purpose: 'a title' };
    checkPath(useAsTitle, use, problems);
  }
  if (!Array.isArray(defaultColumns)) return;
  for (const [position, column] of defaultColumns.entries()) {
    if (typeof column !== 'string' || column === '_status') continue;
    const at = inside(inside(place, 'defaultColumns'), position);
    const fits = (field: OutlineField): boolean => !field.inRows;
    checkPath(column, { outline, place: at, fits, purpose: 'a column' }, problems);
  }
}

/** An index has at most 32 columns in PostgreSQL, and the last one is `id`. */
const maxColumns = 31;

function checkIndexes(outline: Outline, { problems }: References): void {
  const { indexes } = outline.config;
  if (!Array.isArray(indexes)) return;
  for (const [position, index] of indexes.entries()) {
    if (!isPlainObject(index) || !Array.isArray(index['fields'])) continue;
    const list = inside(inside(inside(outline.place, 'indexes'), position), 'fields');
    const { fields } = index;
    if (fields.length > maxColumns) problems.add(list, `has more than ${maxColumns} fields`);
    for (const [at, path] of fields.entries()) {
      if (typeof path !== 'string') continue;
      checkPath(path, { outline, place: inside(list, at), fits: isIndexable, purpose: 'indexed' }, problems);
    }
  }
}

function isIndexable(field: OutlineField): boolean {
  const isSingleRelation = isRelationType(field.type) && field.config['hasMany'] !== true && !field.inRows;
  return isSingleRelation || isOrdered(field);
}

/** A part of a join's filter. */
interface FilterPart {
  /** The fields of the joined collection. */
  readonly outline: Outline;
  readonly place: Place;
  /** Number of `AND` and `OR` around it. */
  readonly depth: number;
}

/**
 * Checks the paths in a join's filter. Operators and operands are checked with the requests that use them.
 */
function checkWhere(
  where: Readonly<Record<string, unknown>>,
  { outline, place, depth }: FilterPart,
  problems: Problems,
): void {
  if (depth > 10) {
    problems.add(place, 'nests AND and OR more than 10 levels deep');
    return;
  }
  for (const [path, condition] of Object.entries(where)) {
    const at = inside(place, path);
    if (path === 'AND' || path === 'OR') {
      if (!Array.isArray(condition) || condition.length === 0) {
        problems.add(at, `must be a list of filters, not ${showValue(condition)}`);
        continue;
      }
      for (const [position, part] of condition.entries()) {
        const partPlace = inside(at, position);
        if (isPlainObject(part)) checkWhere(part, { outline, place: partPlace, depth: depth + 1 }, problems);
        else problems.add(partPlace, `must be a filter, not ${showValue(part)}`);
      }
    } else checkFilterPath(path, { outline, place: at }, problems);
  }
}

function checkFilterPath(
  path: string,
  { outline, place }: Omit<FilterPart, 'depth'>,
  problems: Problems,
): void {
  const [first = ''] = path.split('.');
  const named = outline.fields.get(path) ?? outline.fields.get(first);
  if (named !== undefined && isVirtual(named.config)) {
    problems.add(place, `names ${quoted(named.path)}, ${kindOf(named)}, which cannot be filtered`);
    return;
  }
  if ((builtIn as readonly string[]).includes(path) || outline.fields.has(first)) return;
  const known = [
    ...[...outline.fields.keys()].filter((each) => !each.includes('.')),
    ...builtIn,
    'AND',
    'OR',
  ];

  problems.add(place, `names the unknown field ${quoted(first)}`, nearestName(first, known));
}
