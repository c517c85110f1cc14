/** The search of a collection: docs/spec/content-tools.md#search. */

import type { SearchConfig } from '../config/search-config.js';
import type { FieldDescriptor } from './descriptors.js';
import type { SearchDescriptor, SearchField } from './searched-fields.js';

/** Tables of indexes begin with this. No collection can. */
const beginning = '_svc_search_';

/** Describes the search of a collection; nothing without one. */
export function describeSearch(
  search: SearchConfig | undefined,
  { table, fields }: { readonly table: string; readonly fields: readonly FieldDescriptor[] },
): { readonly search?: SearchDescriptor } {
  if (search === undefined) return {};
  let groups = 0;
  const described = Object.entries(search.fields).flatMap(([path, weight = 1]): readonly SearchField[] =>
    partsOf(fields, path.split('.')).map(({ isRestricted, blocks }) => {
      if (isRestricted) groups += 1;
      return { path, weight, group: isRestricted ? groups : 0, ...(blocks && { blocks }) };
    }),
  );
  return { search: { table: `${beginning}${table}`, fields: described } };
}

/** The search of the pending drafts of a collection. */
export function pendingSearch(search: SearchDescriptor): SearchDescriptor {
  return { ...search, table: `${search.table}__p` };
}

interface SearchedPart extends Pick<SearchField, 'blocks'> {
  /** A field on the path has an access list. */
  readonly isRestricted: boolean;
}

/**
 * The parts of a path: blocks that everyone may read, and each of the others. A path through blocks inside of
 * blocks is one part.
 */
function partsOf(fields: readonly FieldDescriptor[], names: readonly string[]): readonly SearchedPart[] {
  const found = blocksOn(fields, names);
  if (!isRestricted(fields, names) || found === null) return [{ isRestricted: isRestricted(fields, names) }];
  const { at, blocks, rest, isAbove } = found;
  const closed = isAbove ? blocks : blocks.filter((block) => isRestricted(block.fields, rest));
  const open = blocks.filter((block) => !closed.includes(block));
  if (open.length === 0) return [{ isRestricted: true }];
  return [
    { isRestricted: false, blocks: { at, slugs: open.map(({ slug }) => slug) } },
    ...closed.map(({ slug }) => ({ isRestricted: true, blocks: { at, slugs: [slug] } })),
  ];
}

type Block = Extract<FieldDescriptor, { readonly type: 'blocks' }>['blocks'][number];

interface BlocksOnPath {
  /** Path of the field. */
  readonly at: string;
  /** The blocks in which the rest of the path leads on. */
  readonly blocks: readonly Block[];
  readonly rest: readonly string[];
  /** A field before the blocks, or that of the blocks itself, has an access list. */
  readonly isAbove: boolean;
}

/** The first field with blocks on a path; null without one. */
function blocksOn(
  fields: readonly FieldDescriptor[],
  [name = '', ...rest]: readonly string[],
  above: { readonly names: readonly string[]; readonly isAbove: boolean } = { names: [], isAbove: false },
): BlocksOnPath | null {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return null;
  const names = [...above.names, name];
  const isAbove = above.isAbove || field.access?.read !== undefined;
  if (field.type === 'group' || field.type === 'array')
    return blocksOn(field.fields, rest, { names, isAbove });
  if (field.type !== 'blocks') return null;
  const blocks = field.blocks.filter((block) => block.fields.some((inner) => inner.name === rest[0]));
  return { at: names.join('.'), blocks, rest, isAbove };
}

/** Whether a field on the path has an access list, in any of the blocks that the path leads through. */
function isRestricted(fields: readonly FieldDescriptor[], [name, ...rest]: readonly string[]): boolean {
  return fields.some((field) => {
    if (field.name !== name) return false;
    if (field.access?.read !== undefined) return true;
    if (field.type === 'group' || field.type === 'array') return isRestricted(field.fields, rest);
    return field.type === 'blocks' && field.blocks.some((block) => isRestricted(block.fields, rest));
  });
}
