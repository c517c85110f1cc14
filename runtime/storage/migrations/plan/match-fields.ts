import type { FieldSchema, TableSchema } from '../../schema/storage-schema.js';
import { rowContainer, splitPath } from './field-paths.js';

/** A field before and after; null in the table where it does not exist. */
export interface FieldMatch {
  readonly before: FieldSchema | null;
  readonly after: FieldSchema | null;
}

/** Matches the fields of two tables of documents. `renames` maps new names to former ones. */
export function matchFields(
  before: TableSchema,
  after: TableSchema,
  renames: ReadonlyMap<string, string>,
): readonly FieldMatch[] {
  const paths = new FormerPaths(before.fields, after.fields, renames);
  const taken = new Set<string>();
  const matched = after.fields.map((field): FieldMatch => {
    const old = paths.former(field);
    if (old === null || taken.has(old.path)) return { before: null, after: field };
    taken.add(old.path);
    return { before: old, after: field };
  });
  const gone = before.fields.filter(({ path }) => !taken.has(path));
  return [...matched, ...gone.map((field): FieldMatch => ({ before: field, after: null }))];
}

/**
 * Finds the former name of a field. A `renamedFrom` counts only while the field is new and the former field
 * is gone; otherwise the rename has already run.
 */
class FormerPaths {
  readonly #before: readonly FieldSchema[];
  readonly #after: readonly FieldSchema[];
  readonly #renames: ReadonlyMap<string, string>;

  constructor(
    before: readonly FieldSchema[],
    after: readonly FieldSchema[],
    renames: ReadonlyMap<string, string>,
  ) {
    this.#before = before;
    this.#after = after;
    this.#renames = renames;
  }

  former(field: FieldSchema): FieldSchema | null {
    const path = this.#formerPath(field.path);
    const old = this.#before.find((one) => one.path === path);
    if (old === undefined) return null;
    // A value can move within its row, or outside of rows, but not between the two.
    const container = rowContainer(field.path, this.#after);
    const formerContainer = container === '' ? '' : this.#formerPath(container);
    return rowContainer(old.path, this.#before) === formerContainer ? old : null;
  }

  #formerPath(path: string): string {
    const [parent, name] = splitPath(path);
    const formerParent = parent === '' ? '' : this.#formerPath(parent);
    const natural = joinPath(formerParent, name);
    const rename = this.#renames.get(path);
    if (rename === undefined || exists(this.#before, natural)) return natural;
    const container = rowContainer(path, this.#after);
    const root = container === '' ? '' : this.#formerPath(container);
    const candidates = [joinPath(formerParent, rename), joinPath(root, rename)];
    const found = candidates.find((one) => exists(this.#before, one) && !exists(this.#after, one));
    return found ?? natural;
  }
}

function exists(fields: readonly FieldSchema[], path: string): boolean {
  return fields.some((field) => field.path === path || field.path.startsWith(`${path}.`));
}

function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
