import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { quoteIdentifier, quoteIdentifiers } from '../../query/sql/quote.js';
import type { Connection, Row } from '../../storage/driver.js';
import { lockClause } from '../../storage/locks.js';
import { trashTable } from '../../storage/schema/table-names.js';
import { runLater } from '../../storage/statements.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import type { LostReference } from './lost-references.js';

/** A deleted document as its trash keeps it (docs/spec/content-tools.md#trash). */
export interface TrashedDocument {
  readonly id: string;
  readonly state: DocumentState;
  /** ISO 8601. */
  readonly deletedAt: string;
  /** Id of the user who deleted it; null for API keys and for the service itself. */
  readonly deletedBy: string | null;
  /** The documents that were deleted by one request, across collections, have the same batch. */
  readonly batch: string;
  /** References to it that its deletion has removed from others. */
  readonly lost: readonly LostReference[];
}

/** A document that goes to the trash. */
export interface NewTrash extends TrashedDocument {
  readonly title: string | null;
}

/** The deleted documents of one collection. Every method runs in the transaction of its caller. */
export interface TrashStore {
  readonly table: string;
  put(connection: Connection, document: NewTrash): Promise<void>;
  /** Null where the trash has no such document. With `locks` no other transaction can take it. */
  find(
    connection: Connection,
    id: string,
    options?: { readonly locks?: boolean },
  ): Promise<TrashedDocument | null>;
  /** The documents of a batch, locked, in the order of their ids. */
  ofBatch(connection: Connection, batch: string): Promise<readonly TrashedDocument[]>;
  /** Changes what is kept of a document; nothing where it has left the trash. */
  change(connection: Connection, id: string, kept: Pick<TrashedDocument, 'state' | 'lost'>): Promise<boolean>;
  /** Those of these ids that are in the trash. */
  among(connection: Connection, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes documents; returns how many there were. */
  remove(connection: Connection, ids: readonly string[]): Promise<number>;
}

const columns = [
  ...['id', '_deletedAt', '_deletedBy', 'title', 'batch'],
  ...['published', 'pending', 'fields', 'references'],
] as const;

/** Null where a collection has no trash. */
export function createTrashStore(descriptor: CollectionDescriptor): TrashStore | null {
  if (descriptor.trash === undefined) return null;
  const name = trashTable(descriptor);
  const table = quoteIdentifier(name);
  const selectSql = `SELECT ${quoteIdentifiers(columns)} FROM ${table}`;
  const insertSql =
    `INSERT INTO ${table} (${quoteIdentifiers(columns)}) ` +
    `VALUES (${columns.map(() => '?').join(', ')}) ` +
    // An import may have created a document of the same id meanwhile: the later one is kept.
    `ON CONFLICT ("id") DO UPDATE SET ${columns
      .filter((column) => column !== 'id')
      .map((column) => `"${column}" = excluded."${column}"`)
      .join(', ')}`;

  return {
    table: name,
    async put(connection, document) {
      const { id, deletedAt, deletedBy, title, batch, state, lost } = document;
      await runLater(connection, insertSql, [
        ...[id, deletedAt, deletedBy, title, batch],
        ...textsOf({ state, lost }),
      ]);
    },
    async find(connection, id, { locks = false } = {}) {
      const lock = locks ? lockClause(connection, 'delete') : '';
      const row = await connection.get(`${selectSql} WHERE "id" = ?${lock}`, [id]);
      return row === undefined ? null : trashedOf(row);
    },
    async ofBatch(connection, batch) {
      const lock = lockClause(connection, 'delete');
      const rows = await connection.all(`${selectSql} WHERE "batch" = ? ORDER BY "id"${lock}`, [batch]);
      return rows.map(trashedOf);
    },
    async change(connection, id, kept) {
      const sql = `UPDATE ${table} SET "published" = ?, "pending" = ?, "fields" = ?, "references" = ? WHERE "id" = ?`;
      return (await connection.run(sql, [...textsOf(kept), id])) > 0;
    },
    async among(connection, ids) {
      if (ids.length === 0) return new Set();
      const among = connection.dialect.sql.isAmong('"id"', 'text');
      const rows = await connection.all(`SELECT "id" FROM ${table} WHERE ${among}`, [JSON.stringify(ids)]);
      return new Set(rows.map(({ id }) => String(id)));
    },
    async remove(connection, ids) {
      const among = connection.dialect.sql.isAmong('"id"', 'text');
      return connection.run(`DELETE FROM ${table} WHERE ${among}`, [JSON.stringify(ids)]);
    },
  };
}

function textsOf({
  state: { published, pending },
  lost,
}: Pick<TrashedDocument, 'state' | 'lost'>): readonly (string | null)[] {
  return [
    published && JSON.stringify(published),
    pending && JSON.stringify(pending.document),
    pending && JSON.stringify(pending.fields),
    lost.length === 0 ? null : JSON.stringify(lost),
  ];
}

/** Reads a row with all columns. */
export function trashedOf(row: Row): TrashedDocument {
  const { id, _deletedAt, _deletedBy, batch, published, pending, fields, references } = row;
  return {
    id: String(id),
    state: {
      published: typeof published === 'string' ? (JSON.parse(published) as StoredDocument) : null,
      pending:
        typeof pending === 'string'
          ? {
              document: JSON.parse(pending) as StoredDocument,
              fields: JSON.parse(String(fields)) as readonly string[],
            }
          : null,
    },
    deletedAt: String(_deletedAt),
    deletedBy: typeof _deletedBy === 'string' ? _deletedBy : null,
    batch: String(batch),
    lost: typeof references === 'string' ? (JSON.parse(references) as readonly LostReference[]) : [],
  };
}
