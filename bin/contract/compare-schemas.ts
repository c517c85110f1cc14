/**
 * Compares schemas by variance: input may allow more than before and output less, everything else breaks a
 * client.
 */
import { UsageError } from '../command-error.js';
import { breaks, type Change, type Direction, fits } from './change.js';
import { compareLimits, type SchemaPair } from './compare-limits.js';
import { type ContractDocument, isMap, listOf, mapOf, own, textsOf } from './contract-document.js';
import { type Branch, branchesOf } from './schema-branches.js';
import { listed, shown } from './shown-value.js';

/** Compares schemas of two documents, those of one pair of components only once. */
export interface SchemaComparison {
  /** `place` is where an anonymous schema is: `body`. A component is a place of its own. */
  compare(
    before: unknown,
    after: unknown,
    at: { readonly direction: Direction; readonly place: string },
  ): readonly Change[];
}

interface Compared {
  readonly direction: Direction;
  readonly place: string;
  readonly depth: number;
}

/** Deeper than any schema that people write, and shallower than the stack. */
const maxDepth = 100;

export function createSchemaComparison(before: ContractDocument, after: ContractDocument): SchemaComparison {
  const known = new Map<string, readonly Change[]>();

  function compareUnions(left: unknown, right: unknown, at: Compared): readonly Change[] {
    if (at.depth > maxDepth)
      throw new UsageError(`the schema at ${at.place} nests deeper than ${maxDepth} levels`);
    const from = branchesOf(before, left);
    const to = branchesOf(after, right);
    return [
      ...compareNull(from.isNullable, to.isNullable, at),
      ...compareBranches(from.branches, to.branches, at),
    ];
  }

  function compareBranches(from: readonly Branch[], to: readonly Branch[], at: Compared): readonly Change[] {
    const pairs = pairsOf(from, to);
    const paired = new Set(pairs.flat());
    const gone = from.filter((branch) => !paired.has(branch));
    const added = to.filter((branch) => !paired.has(branch));
    const isInput = at.direction === 'input';
    return [
      ...pairs.flatMap(([one, other]) => compareBranch(one, other, at)),
      ...gone.map((branch) =>
        (isInput ? breaks : fits)(at.place, `no longer ${isInput ? 'accepts' : 'is'} ${branchName(branch)}`),
      ),
      ...added.map((branch) =>
        (isInput ? fits : breaks)(
          at.place,
          `${isInput ? 'also accepts' : 'may now be'} ${branchName(branch)}`,
        ),
      ),
    ];
  }

  function compareBranch(one: Branch, other: Branch, at: Compared): readonly Change[] {
    const { name } = one;
    const place = name ?? at.place;
    const pair: SchemaPair = { before: one.schema, after: other.schema, direction: at.direction, place };
    const next = { ...at, place, depth: at.depth + 1 };
    if (name === null || other.name === null) return compareOne(pair, next);
    const key = JSON.stringify([name, other.name, at.direction]);
    const found = known.get(key);
    if (found !== undefined) return found;
    // A schema that refers to itself is equal as far as the rest of it is.
    known.set(key, []);
    const changes = compareOne(pair, { ...next, depth: 0 });
    known.set(key, changes);
    return changes;
  }

  function compareOne(pair: SchemaPair, at: Compared): readonly Change[] {
    const types = compareTypes(pair);
    if (types.some(({ breaking }) => breaking)) return types;
    return [
      ...types,
      ...compareValues(pair),
      ...compareLimits(pair),
      ...compareProperties(pair, at),
      ...compareInner(pair, at),
    ];
  }

  function compareProperties(pair: SchemaPair, at: Compared): readonly Change[] {
    const from = new Map(Object.entries(mapOf(own(pair.before, 'properties'))));
    const to = new Map(Object.entries(mapOf(own(pair.after, 'properties'))));
    const gone = [...from.keys()].filter((name) => !to.has(name));
    const added = [...to.keys()].filter((name) => !from.has(name));
    const both = [...from.keys()].filter((name) => to.has(name));
    return [
      ...gone.map((name) => goneProperty(pair, name)),
      ...added.map((name) => addedProperty(pair, name)),
      ...both.flatMap((name) => [
        ...comparePresence(pair, name),
        ...compareUnions(from.get(name), to.get(name), { ...at, place: `${pair.place}.${name}` }),
      ]),
    ];
  }

  function compareInner(pair: SchemaPair, at: Compared): readonly Change[] {
    const parts = [
      ['items', '[]'],
      ['contentSchema', ''],
    ] as const;
    return [
      ...compareAdditional(pair, at),
      ...parts.flatMap(([keyword, step]) => {
        const left = own(pair.before, keyword);
        const right = own(pair.after, keyword);
        if (left === undefined && right === undefined) return [];
        return compareUnions(left ?? {}, right ?? {}, { ...at, place: `${pair.place}${step}` });
      }),
    ];
  }

  function compareAdditional(pair: SchemaPair, at: Compared): readonly Change[] {
    const from = own(pair.before, 'additionalProperties') ?? true;
    const to = own(pair.after, 'additionalProperties') ?? true;
    if (isMap(from) && isMap(to)) return compareUnions(from, to, { ...at, place: `${pair.place}.*` });
    if (isClosed(from) === isClosed(to)) return [];
    if (pair.direction === 'output') return [];
    return isClosed(to)
      ? [breaks(pair.place, 'no longer accepts other properties than those listed')]
      : [fits(pair.place, 'also accepts other properties')];
  }

  return { compare: (left, right, at) => compareUnions(left, right, { ...at, depth: 0 }) };
}

function isClosed(additional: unknown): boolean {
  return additional === false;
}

function compareNull(from: boolean, to: boolean, { direction, place }: Compared): readonly Change[] {
  if (from === to) return [];
  if (direction === 'input') {
    return to ? [fits(place, 'also accepts null')] : [breaks(place, 'no longer accepts null')];
  }
  return to ? [breaks(place, 'may now be null')] : [fits(place, 'is never null any more')];
}

/** Branches that mean the same: by name, then by a property with one value, then by type. */
function pairsOf(from: readonly Branch[], to: readonly Branch[]): readonly (readonly [Branch, Branch])[] {
  if (from.length === 1 && to.length === 1 && from[0] && to[0]) return [[from[0], to[0]]];
  const pairs: (readonly [Branch, Branch])[] = [];
  const left = new Set(from);
  const right = new Set(to);
  const keys: readonly ((branch: Branch) => string | null)[] = [({ name }) => name, markOf, typeOf];
  for (const key of keys) {
    for (const one of left) {
      const wanted = key(one);
      const other = wanted === null ? undefined : [...right].find((branch) => key(branch) === wanted);
      if (other === undefined) continue;
      pairs.push([one, other]);
      left.delete(one);
      right.delete(other);
    }
  }
  return pairs;
}

/** The properties that have one value only, such as `blockType`: they tell branches apart. */
function markOf({ schema }: Branch): string | null {
  const marks = Object.entries(mapOf(own(schema, 'properties'))).flatMap(([name, property]) => {
    const values = listOf(own(mapOf(property), 'enum'));
    const only = own(mapOf(property), 'const') ?? (values.length === 1 ? values[0] : undefined);
    return only === undefined ? [] : [`${name}=${shown(only)}`];
  });
  return marks.length === 0 ? null : marks.join();
}

function typeOf({ schema }: Branch): string {
  return typesOf(schema).join();
}

function branchName(branch: Branch): string {
  return branch.name ?? markOf(branch) ?? (typeOf(branch) || 'any value');
}

/** The types of a schema; empty: any. */
function typesOf(schema: SchemaPair['before']): readonly string[] {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  const types = textsOf(type);
  if (types.length > 0) return types;
  return isMap(own(schema, 'properties')) ? ['object'] : [];
}

function compareTypes({ before, after, direction, place }: SchemaPair): readonly Change[] {
  const from = typesOf(before);
  const to = typesOf(after);
  const message = `changed its type from ${from.join(' or ') || 'any'} to ${to.join(' or ') || 'any'}`;
  const [narrow, wide] = direction === 'input' ? [from, to] : [to, from];
  if (!isWithin(narrow, wide)) return [breaks(place, message)];
  return isWithin(wide, narrow) ? [] : [fits(place, message)];
}

function isWithin(narrow: readonly string[], wide: readonly string[]): boolean {
  if (wide.length === 0) return true;
  if (narrow.length === 0) return false;
  return narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
}

/** The values that a schema lists; null: any. */
function valuesOf(schema: SchemaPair['before']): readonly string[] | null {
  if (Object.hasOwn(schema, 'const')) return [JSON.stringify(own(schema, 'const'))];
  const values = own(schema, 'enum');
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : null;
}

function compareValues({ before, after, direction, place }: SchemaPair): readonly Change[] {
  const from = valuesOf(before);
  const to = valuesOf(after);
  if (from === null && to === null) return [];
  const isInput = direction === 'input';
  if (from === null) {
    const message = `${isInput ? 'accepts' : 'is'} only ${values(to)} now`;
    return [isInput ? breaks(place, message) : fits(place, message)];
  }
  if (to === null) {
    const message = isInput
      ? 'accepts other values than those listed'
      : `may be another value than ${values(from)}`;
    return [isInput ? fits(place, message) : breaks(place, message)];
  }
  const gone = from.filter((value) => !to.includes(value));
  const added = to.filter((value) => !from.includes(value));
  return [
    ...(gone.length === 0
      ? []
      : [(isInput ? breaks : fits)(place, `no longer ${isInput ? 'accepts' : 'is'} ${values(gone)}`)]),
    ...(added.length === 0
      ? []
      : [(isInput ? fits : breaks)(place, `${isInput ? 'also accepts' : 'may now be'} ${values(added)}`)]),
  ];
}

function values(texts: readonly string[] | null): string {
  return listed((texts ?? []).map((text): unknown => JSON.parse(text)));
}

function isRequired(schema: SchemaPair['before'], name: string): boolean {
  return textsOf(own(schema, 'required')).includes(name);
}

function goneProperty({ after, direction, place }: SchemaPair, name: string): Change {
  const at = `${place}.${name}`;
  if (direction === 'output') return breaks(at, 'was removed');
  const isRefused = own(after, 'additionalProperties') === false;
  return isRefused ? breaks(at, 'was removed and is refused') : fits(at, 'was removed and is ignored');
}

function addedProperty({ after, direction, place }: SchemaPair, name: string): Change {
  const at = `${place}.${name}`;
  if (direction === 'output') return fits(at, 'was added');
  return isRequired(after, name)
    ? breaks(at, 'was added and is required')
    : fits(at, 'was added and is optional');
}

function comparePresence({ before, after, direction, place }: SchemaPair, name: string): readonly Change[] {
  const from = isRequired(before, name);
  const to = isRequired(after, name);
  const at = `${place}.${name}`;
  if (from === to) return [];
  if (direction === 'input') return [to ? breaks(at, 'is now required') : fits(at, 'is no longer required')];
  return [to ? fits(at, 'is now always there') : breaks(at, 'may now be missing')];
}
