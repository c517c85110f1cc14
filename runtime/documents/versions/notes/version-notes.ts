/** The tables of what users say of versions. Versions themselves are in the tables of their collections. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { Connection, Row } from '../../../storage/driver.js';
import { lockClause } from '../../../storage/locks.js';
import { type SystemTable, systemColumns } from '../../../storage/schema/system-tables.js';
import { runLater } from '../../../storage/statements.js';

const keys = ['kind', 'slug', 'document', 'version'];

export const versionNoteTables: readonly SystemTable[] = [
  {
    name: '_svc_version_labels',
    columns: [
      ...systemColumns('text', { required: [...keys, 'label'], optional: ['author'] }),
      ...systemColumns('integer', { required: ['at'] }),
    ],
    primaryKey: keys,
    indexes: [],
  },
  {
    name: '_svc_version_comments',
    columns: [
      ...systemColumns('text', { required: ['id', ...keys, 'text'], optional: ['author'] }),
      ...systemColumns('integer', { required: ['at'] }),
    ],
    primaryKey: ['id'],
    indexes: [{ name: '_svc_version_comments_of', columns: [...keys, 'at', 'id'] }],
  },
];

export interface NotedDocument {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  readonly id: string;
}

export interface VersionComment {
  readonly id: string;
  readonly version: string;
  readonly text: string;
  /** Id of a user, or `key:` and the id of an API key; null without authentication. */
  readonly author: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is said of some versions of a document. */
export interface VersionNotes {
  readonly labels: readonly { readonly version: string; readonly label: string }[];
  /** The oldest first. */
  readonly comments: readonly VersionComment[];
}

const ofDocument = '"kind" = ? AND "slug" = ? AND "document" = ?';

function keyOf({ kind, slug, id }: NotedDocument): readonly string[] {
  return [kind, slug, id];
}

/** Max comments that are returned: the newest ones. */
const maxComments = 1000;

export async function readNotes(
  connection: Connection,
  document: NotedDocument,
  versions: readonly string[],
): Promise<VersionNotes> {
  if (versions.length === 0) return { labels: [], comments: [] };
  const among = `"version" IN (${versions.map(() => '?').join(', ')})`;
  const parameters = [...keyOf(document), ...versions];
  const labels = await connection.all(
    `SELECT "version", "label" FROM "_svc_version_labels" WHERE ${ofDocument} AND ${among} ORDER BY "version"`,
    parameters,
  );
  const comments = await connection.all(
    `SELECT * FROM "_svc_version_comments" WHERE ${ofDocument} AND ${among} ORDER BY "at" DESC, "id" DESC LIMIT ?`,
    [...parameters, maxComments],
  );
  return {
    labels: labels.map((row) => ({ version: String(row['version']), label: String(row['label']) })),
    comments: comments.map(commentOf).reverse(),
  };
}

interface Note {
  readonly version: string;
  readonly author: string | null;
  readonly at: number;
}

/**
 * Keeps a version until the transaction ends: what is written of it meanwhile is removed along with it.
 *
 * @param table - that of the versions.
 * @returns whether the version exists.
 */
export async function keepVersion(
  connection: Connection,
  {
    table,
    document,
    version,
  }: { readonly table: string; readonly document: string; readonly version: string },
): Promise<boolean> {
  const found = await connection.get(
    `SELECT "id" FROM ${quoteIdentifier(table)} WHERE "id" = ? AND "document" = ?${lockClause(connection, 'refer')}`,
    [version, document],
  );
  return found !== undefined;
}

/** @param label - null removes it. */
export async function setLabel(
  connection: Connection,
  document: NotedDocument,
  { version, author, at, label }: Note & { readonly label: string | null },
): Promise<void> {
  if (label === null) {
    await connection.run(`DELETE FROM "_svc_version_labels" WHERE ${ofDocument} AND "version" = ?`, [
      ...keyOf(document),
      version,
    ]);
    return;
  }
  await connection.run(
    `INSERT INTO "_svc_version_labels" ("kind", "slug", "document", "version", "label", "author", "at")
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT ("kind", "slug", "document", "version") DO UPDATE
      SET "label" = excluded."label", "author" = excluded."author", "at" = excluded."at"`,
    [...keyOf(document), version, label, author, at],
  );
}

export async function addComment(
  connection: Connection,
  document: NotedDocument,
  { id, version, author, at, text }: Note & { readonly id: string; readonly text: string },
): Promise<void> {
  await connection.run(
    `INSERT INTO "_svc_version_comments" ("id", "kind", "slug", "document", "version", "text", "author", "at")
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, ...keyOf(document), version, text, author, at],
  );
}

export async function findComment(
  connection: Connection,
  document: NotedDocument,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<VersionComment | null> {
  const row = await connection.get(
    `SELECT * FROM "_svc_version_comments" WHERE "id" = ? AND ${ofDocument} AND "version" = ?`,
    [id, ...keyOf(document), version],
  );
  return row === undefined ? null : commentOf(row);
}

export async function removeComment(connection: Connection, id: string): Promise<void> {
  await connection.run('DELETE FROM "_svc_version_comments" WHERE "id" = ?', [id]);
}

/** Removes all that is said of the versions of documents. */
export async function removeNotes(
  connection: Connection,
  { kind, slug }: Pick<NotedDocument, 'kind' | 'slug'>,
  documents: readonly string[],
): Promise<void> {
  const among = connection.dialect.sql.isAmong('"document"', 'text');
  for (const { name } of versionNoteTables) {
    await connection.run(`DELETE FROM "${name}" WHERE "kind" = ? AND "slug" = ? AND ${among}`, [
      ...[kind, slug],
      JSON.stringify(documents),
    ]);
  }
}

/**
 * Removes what is said of versions that a document no longer has.
 *
 * @param table - that of the versions, quoted.
 */
export async function removeNotesOfGone(
  connection: Connection,
  document: NotedDocument,
  table: string,
): Promise<void> {
  for (const { name } of versionNoteTables) {
    const isGone = `NOT EXISTS (SELECT 1 FROM ${table} v WHERE v."id" = "${name}"."version")`;
    await runLater(connection, `DELETE FROM "${name}" WHERE ${ofDocument} AND ${isGone}`, keyOf(document));
  }
}

/** Whether anything is said of a version. */
export async function hasNotes(
  connection: Connection,
  document: NotedDocument,
  version: string,
): Promise<boolean> {
  const tables = versionNoteTables.map(
    ({ name }) => `SELECT 1 AS "found" FROM "${name}" WHERE ${ofDocument} AND "version" = ?`,
  );
  const key = [...keyOf(document), version];
  const row = await connection.get(
    `${tables.join(' UNION ALL ')} LIMIT 1`,
    tables.flatMap(() => key),
  );
  return row !== undefined;
}

function commentOf(row: Row): VersionComment {
  return {
    id: String(row['id']),
    version: String(row['version']),
    text: String(row['text']),
    author: row['author'] === null ? null : String(row['author']),
    at: Number(row['at']),
  };
}
