/** The indexes of a table that are dropped and built. */
import type { IndexSchema, TableSchema } from '../../schema/storage-schema.js';
import type { TablePair } from './planned-change.js';

export interface IndexChanges {
  readonly gone: readonly IndexSchema[];
  readonly made: readonly IndexSchema[];
}

/** An index of a moved column is built again, even if it looks the same. */
export function indexChanges({ before, after }: TablePair, moved: ReadonlySet<string>): IndexChanges {
  const stays = (index: IndexSchema): boolean =>
    !index.columns.some((column) => moved.has(column)) &&
    before.indexes.some((one) => sameIndex(one, index)) &&
    after.indexes.some((one) => sameIndex(one, index));
  return {
    gone: before.indexes.filter((one) => !stays(one)),
    made: after.indexes.filter((one) => !stays(one)),
  };
}

/**
 * Returns the columns that are created again, with former and new names. Their indexes are dropped with them.
 * `now` returns the new name of a former table.
 */
export function movedColumns(
  { before, after }: TablePair,
  now: (former: string) => string | undefined,
): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const column of after.columns) {
    const former = before.columns.find(({ name }) => name === column.name);
    const target = former?.references && now(former.references.table);
    const isSame =
      former?.type === column.type &&
      target === column.references?.table &&
      former.references?.onDelete === column.references?.onDelete;
    if (!isSame) moved.add(column.name);
  }
  for (const { name } of before.columns) if (!after.columns.some((one) => one.name === name)) moved.add(name);
  // A field that takes over another field's name has the same type, but other values.
  const former = fieldsByColumn(before);
  for (const [name, path] of fieldsByColumn(after)) if (former.get(name) !== path) moved.add(name);
  return moved;
}

function fieldsByColumn({ fields }: TableSchema): ReadonlyMap<string, string> {
  return new Map(fields.flatMap((field) => field.columns.map((name) => [name, field.path] as const)));
}

function sameIndex(a: IndexSchema, b: IndexSchema): boolean {
  return a.name === b.name && a.unique === b.unique && a.columns.join() === b.columns.join();
}
