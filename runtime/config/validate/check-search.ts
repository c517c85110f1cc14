/** Checks the `search` of a collection: docs/spec/content-tools.md#search. */
import { nearestName } from '../../util/near-miss.js';
import { type Check, isPlainObject, objectOf } from './checks.js';
import type { Outline, OutlineField } from './outline.js';
import { inside, type Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';

/** Types whose values are texts, lists of texts, or text with structure. */
const searchedTypes: ReadonlySet<string> = new Set(['text', 'textarea', 'richText', 'email', 'url', 'slug']);

/** An index has a column for each field. */
const maxFields = 32;

const weights: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of weights by paths, not ${showValue(value)}`);
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) problems.add(place, 'must not be empty');
  if (entries.length > maxFields) problems.add(place, `has ${entries.length} fields, more than ${maxFields}`);
  for (const [path, weight] of entries) {
    if (weight === 1 || weight === 2 || weight === 3 || weight === 4) continue;
    problems.add(inside(place, path), `must be 1, 2, 3 or 4, not ${showValue(weight)}`);
  }
};

/** The form of `search`. */
export const search: Check = objectOf({ options: { fields: weights }, required: ['fields'] });

/** The fields that `search` names. */
export function checkSearched({ config, fields, place }: Outline, problems: Problems): void {
  const { search: given } = config;
  if (!isPlainObject(given) || !isPlainObject(given['fields'])) return;
  const byPath = new Map<string, OutlineField[]>();
  for (const field of fields.values()) {
    // One path leads to the field in every block.
    const path = field.path.replace(/\[[^\]]*\]/g, '');
    byPath.set(path, [...(byPath.get(path) ?? []), field]);
  }
  const names = [...byPath].flatMap(([path, found]) => (found.some(isSearched) ? [path] : []));
  const own = inside(inside(place, 'search'), 'fields');
  for (const path of Object.keys(given['fields'])) {
    const found = byPath.get(path);
    const at = inside(own, path);
    if (found === undefined) {
      problems.add(
        at,
        `names the unknown field ${quoted(path)}${throughRelation(path, byPath)}`,
        nearestName(path, names),
      );
    } else if (!found.every(isSearched)) {
      const other = found.find((field) => !isSearched(field));
      const why = isText(other)
        ? 'which is virtual'
        : `which is of type ${other?.type}: only texts can be searched`;
      problems.add(at, `names ${quoted(path)}, ${why}`);
    }
  }
}

function isText(field: OutlineField | undefined): boolean {
  return field !== undefined && searchedTypes.has(field.type);
}

function isSearched(field: OutlineField): boolean {
  return isText(field) && field.config['virtual'] === undefined;
}

function throughRelation(path: string, byPath: ReadonlyMap<string, readonly OutlineField[]>): string {
  const names = path.split('.');
  const through = names.slice(0, -1).map((_, at) => names.slice(0, at + 1).join('.'));
  const relation = through.find((one) =>
    byPath.get(one)?.some(({ type }) => type === 'relationship' || type === 'upload'),
  );
  return relation === undefined
    ? ''
    : `: a search does not lead through the relation ${quoted(relation)}, filter by ${quoted(path)} instead`;
}
