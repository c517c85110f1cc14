import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { andConditionOnJson } from '../../query/compile/condition.js';
import type { Statement } from '../../query/compile/statement.js';
import type { WhereNode } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Row } from '../../storage/driver.js';
import { versionsTable } from '../../storage/schema/table-names.js';
import { runLater } from '../../storage/statements.js';
import type { JsonObject } from '../../util/json.js';
import { hasNotes, type NotedDocument, removeNotes, removeNotesOfGone } from './notes/version-notes.js';

export type VersionStatus = 'draft' | 'published';

/** As it is stored. A draft that was saved while its editor typed is an `autosave`. */
export type StoredStatus = VersionStatus | 'autosave';

/**
 * How long saves of one author replace each other, in milliseconds:
 * docs/spec/content-tools.md#preview-and-autosave.
 */
const autosaveTime = 10 * 60_000;

/** A version before it is stored. */
export interface NewVersion {
  readonly id: string;
  readonly document: string;
  readonly createdAt: string;
  /** Id of a user, `key:` and the id of an API key, or null. */
  readonly createdBy: string | null;
  readonly status: StoredStatus;
  readonly revision: number;
  /** The document as text. */
  readonly snapshot: string;
}

/** A stored version. */
export interface StoredVersion {
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly status: VersionStatus;
  readonly snapshot: JsonObject;
}

/** Which versions of a document are read. */
export interface VersionFilter {
  readonly document: string;
  /** Drafts too, or only what was published. */
  readonly withDrafts: boolean;
  /** The filter that the version must meet (see `query/merged-view.ts`); null: none. */
  readonly where: WhereNode | null;
}

/** The history of the documents of one collection or global. */
export interface VersionStore {
  /**
   * Stores a version, and deletes the document's oldest ones beyond the maximum. With `readRoles` the maximum
   * applies to drafts and to published versions separately. What was said of a deleted one goes with it. An
   * autosave replaces the one before it, unless something is said of that. Must run in the transaction of the
   * write.
   */
  record(connection: Connection, version: NewVersion): Promise<void>;
  /** Whether the document has no versions yet. */
  isEmpty(connection: Connection, document: string): Promise<boolean>;
  /** Newest first. */
  page(
    connection: Connection,
    filter: VersionFilter,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredVersion[]>;
  count(connection: Connection, filter: VersionFilter): Promise<number>;
  /** Null where the document has no such version. */
  find(connection: Connection, filter: VersionFilter, id: string): Promise<StoredVersion | null>;
  /** The newest of these versions; null where the document has none of them. */
  newestOf(
    connection: Connection,
    filter: VersionFilter,
    ids: readonly string[],
  ): Promise<StoredVersion | null>;
  /** Deletes the versions of documents, and what was said of them. */
  forget(connection: Connection, documents: readonly string[]): Promise<void>;
}

/**
 * Null where no history is kept.
 *
 * @param isNoted - whether users can say something of versions: then there are tables for it.
 */
export function createVersionStore(
  descriptor: DocumentDescriptor,
  { isNoted }: { readonly isNoted: boolean },
): VersionStore | null {
  const { versions } = descriptor;
  if (versions === undefined) return null;
  const table = quoteIdentifier(versionsTable(descriptor));
  const columns = '"id", "createdAt", "createdBy", "status", "snapshot"';
  const newest = '"revision" DESC, "id" DESC';
  const insertSql =
    `INSERT INTO ${table} ("id", "document", "createdAt", "createdBy", "status", "revision", "snapshot") ` +
    `VALUES (?, ?, ?, ?, ?, ?, ?)`;
  // Where only some roles see drafts, a draft must not end a version that the others see.
  const ofStatus = (isPublished: boolean): string => {
    if (descriptor.draftReaders === undefined) return '';
    return ` AND "status" ${isPublished ? '=' : '<>'} 'published'`;
  };
  const trimSql = (ofStatus: string): string =>
    `DELETE FROM ${table} WHERE "document" = ?${ofStatus} AND "id" NOT IN ` +
    `(SELECT "id" FROM ${table} WHERE "document" = ?${ofStatus} ORDER BY ${newest} LIMIT ${versions.max})`;

  const noted = (id: string): NotedDocument => ({ kind: descriptor.kind, slug: descriptor.slug, id });

  const trimPublishedSql = trimSql(ofStatus(true));
  const trimDraftsSql = trimSql(ofStatus(false));

  /**
   * Removes the autosave that a new one replaces, and returns when it was begun: from then on its time
   * counts. A new id for the content, since files are listed by the ids of the versions that name them.
   */
  async function begunAt(
    connection: Connection,
    { document, createdAt, createdBy }: NewVersion,
  ): Promise<string> {
    const last = await connection.get(
      `SELECT "id", "createdAt", "createdBy", "status" FROM ${table} WHERE "document" = ? ORDER BY ${newest} LIMIT 1`,
      [document],
    );
    if (last?.['status'] !== 'autosave' || (last['createdBy'] ?? null) !== createdBy) return createdAt;
    const begun = String(last['createdAt']);
    const age = Date.parse(createdAt) - Date.parse(begun);
    if (age < 0 || age >= autosaveTime) return createdAt;
    const id = String(last['id']);
    if (isNoted && (await hasNotes(connection, noted(document), id))) return createdAt;
    await connection.run(`DELETE FROM ${table} WHERE "id" = ?`, [id]);
    return begun;
  }

  function condition(connection: Connection, { document, withDrafts, where }: VersionFilter): Statement {
    const rows = { dialect: connection.dialect.sql, document: descriptor };
    const met = andConditionOnJson(rows, where, '"snapshot"');
    const published = withDrafts ? '' : ` AND "status" = 'published'`;
    return { sql: `"document" = ?${published}${met.sql}`, parameters: [document, ...met.parameters] };
  }

  return {
    async record(connection, version) {
      const { id, document, createdBy, status, revision, snapshot } = version;
      const createdAt = status === 'autosave' ? await begunAt(connection, version) : version.createdAt;
      await runLater(connection, insertSql, [id, document, createdAt, createdBy, status, revision, snapshot]);
      await runLater(connection, status === 'published' ? trimPublishedSql : trimDraftsSql, [
        document,
        document,
      ]);
      if (isNoted) await removeNotesOfGone(connection, noted(document), table);
    },
    async isEmpty(connection, document) {
      return (
        (await connection.get(`SELECT 1 FROM ${table} WHERE "document" = ? LIMIT 1`, [document])) ===
        undefined
      );
    },
    async page(connection, filter, { offset, limit }) {
      const { sql, parameters } = condition(connection, filter);
      const rows = await connection.all(
        `SELECT ${columns} FROM ${table} WHERE ${sql} ORDER BY ${newest} LIMIT ${connection.dialect.sql.rowLimit} OFFSET ?`,
        [...parameters, limit, offset],
      );
      return rows.map(versionOf);
    },
    async count(connection, filter) {
      const { sql, parameters } = condition(connection, filter);
      const row = await connection.get(`SELECT count(*) AS "total" FROM ${table} WHERE ${sql}`, parameters);
      return Number(row?.['total'] ?? 0);
    },
    async find(connection, filter, id) {
      const { sql, parameters } = condition(connection, filter);
      const row = await connection.get(`SELECT ${columns} FROM ${table} WHERE ${sql} AND "id" = ?`, [
        ...parameters,
        id,
      ]);
      return row === undefined ? null : versionOf(row);
    },
    async newestOf(connection, filter, ids) {
      const { sql, parameters } = condition(connection, filter);
      const among = connection.dialect.sql.isAmong('"id"', 'text');
      const row = await connection.get(
        `SELECT ${columns} FROM ${table} WHERE ${sql} AND ${among} ORDER BY ${newest} LIMIT 1`,
        [...parameters, JSON.stringify(ids)],
      );
      return row === undefined ? null : versionOf(row);
    },
    async forget(connection, documents) {
      const among = connection.dialect.sql.isAmong('"document"', 'text');
      await connection.run(`DELETE FROM ${table} WHERE ${among}`, [JSON.stringify(documents)]);
      if (isNoted) await removeNotes(connection, descriptor, documents);
    },
  };
}

function versionOf(row: Row): StoredVersion {
  const { id, createdAt, createdBy, status, snapshot } = row;
  return {
    id: String(id),
    createdAt: String(createdAt),
    createdBy: createdBy === null || createdBy === undefined ? null : String(createdBy),
    status: status === 'published' ? 'published' : 'draft',
    snapshot: JSON.parse(String(snapshot)) as JsonObject,
  };
}
