/** The search of a collection: docs/spec/content-tools.md#search. */
import type { SearchConfig, SearchWeight } from '../config/search-config.js';
import type { FieldDescriptor } from './descriptors.js';

export interface SearchDescriptor {
  /** Table of the index: `_svc_search_posts`. */
  readonly table: string;
  readonly fields: readonly SearchField[];
}

export interface SearchField {
  /** `title`, `seo.title`, `layout.text`. */
  readonly path: string;
  readonly weight: SearchWeight;
  /**
   * Fields that every reader of the document may read have 0; a field with an access list has a number of
   * its own, so that a search looks only at what the requester may read.
   */
  readonly group: number;
}

/** Tables of indexes begin with this. No collection can. */
const beginning = '_svc_search_';

/** Describes the search of a collection; nothing without one. */
export function describeSearch(
  search: SearchConfig | undefined,
  { table, fields }: { readonly table: string; readonly fields: readonly FieldDescriptor[] },
): { readonly search?: SearchDescriptor } {
  if (search === undefined) return {};
  let groups = 0;
  const described = Object.entries(search.fields).map(([path, weight = 1]): SearchField => {
    if (!isRestricted(fields, path.split('.'))) return { path, weight, group: 0 };
    groups += 1;
    return { path, weight, group: groups };
  });
  return { search: { table: `${beginning}${table}`, fields: described } };
}

/** The search of the pending drafts of a collection. */
export function pendingSearch(search: SearchDescriptor): SearchDescriptor {
  return { ...search, table: `${search.table}__p` };
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
