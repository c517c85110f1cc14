/** The rows of API keys. */
import type { Connection, Driver, Row, SqlValue } from '../../storage/driver.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';
import type { ApiKeyPage, ApiKeyQuery, ApiKeyRecord } from './api-keys.js';

const table = '"_svc_api_keys"';
const columns =
  '"id", "name", "prefix", "role", "scopes", "createdBy", "createdAt", "expiresAt", "lastUsedAt", "disabled", "replacedBy"';
const selectByHash = `SELECT ${columns} FROM ${table} WHERE "hash" = ?`;
const selectById = `SELECT ${columns} FROM ${table} WHERE "id" = ?`;
const insertSql = `INSERT INTO ${table} (${columns}, "hash") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const updateSql = `UPDATE ${table} SET "name" = ?, "scopes" = ?, "expiresAt" = ?, "disabled" = ? WHERE "id" = ?`;
// Conditional: of two rotations at once one wins, on every database.
const replaceSql = `UPDATE ${table} SET "expiresAt" = ?, "replacedBy" = ? WHERE "id" = ? AND "replacedBy" IS NULL`;
const order = 'ORDER BY "createdAt" DESC, "id" DESC LIMIT ? OFFSET ?';

/** API keys. Of a key's text only its SHA-256 is kept. */
export const apiKeyTables: readonly SystemTable[] = [
  {
    name: '_svc_api_keys',
    columns: [
      ...systemColumns('text', {
        required: ['id', 'hash', 'name', 'prefix'],
        optional: ['role', 'scopes', 'createdBy'],
      }),
      ...systemColumns('integer', { required: ['createdAt'], optional: ['expiresAt', 'lastUsedAt'] }),
      ...systemColumns('integer', { required: ['disabled'] }),
      ...systemColumns('text', { optional: ['replacedBy'] }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: '_svc_api_keys_hash', columns: ['hash'], unique: true },
      { name: '_svc_api_keys_creator', columns: ['createdBy', 'createdAt'] },
      { name: '_svc_api_keys_created', columns: ['createdAt', 'id'] },
    ],
  },
];

export async function findByHash(connection: Connection, hash: string): Promise<ApiKeyRecord | null> {
  return recordOf(await connection.get(selectByHash, [hash]));
}

export async function findById(connection: Connection, id: string): Promise<ApiKeyRecord | null> {
  return recordOf(await connection.get(selectById, [id]));
}

export async function insertKey(connection: Connection, record: ApiKeyRecord, hash: string): Promise<void> {
  await connection.run(insertSql, [
    record.id,
    record.name,
    record.prefix,
    record.role,
    listText(record.scopes),
    record.createdBy,
    record.createdAt,
    record.expiresAt,
    record.lastUsedAt,
    Number(record.disabled),
    record.replacedBy,
    hash,
  ]);
}

/** Writes the columns of a key that may change. */
export async function storeKey(connection: Connection, record: ApiKeyRecord): Promise<void> {
  const { id, name, scopes, expiresAt, disabled } = record;
  await connection.run(updateSql, [name, listText(scopes), expiresAt, Number(disabled), id]);
}

/** Ends a key in favour of another; false when it was replaced already. */
export async function replaceKey(
  connection: Connection,
  id: string,
  { expiresAt, replacedBy }: { readonly expiresAt: number; readonly replacedBy: string },
): Promise<boolean> {
  return (await connection.run(replaceSql, [expiresAt, replacedBy, id])) > 0;
}

/**
 * The end of a key that was replaced. If the clock was set back, the replacement lies in the future: then the
 * overlap starts now, and the replacement time is set to now, so that the end does not keep moving
 * (docs/spec/auth.md#clocks).
 */
export async function endOfReplaced(
  driver: Driver,
  { id, expiresAt, replacedBy }: ApiKeyRecord,
  now: number,
): Promise<number | null> {
  const replacement = replacedBy === null ? null : await findById(driver, replacedBy);
  if (replacement === null || expiresAt === null || replacement.createdAt <= now) return expiresAt;
  const end = now + (expiresAt - replacement.createdAt);
  await driver.briefTransaction(async (connection) => {
    await connection.run(`UPDATE ${table} SET "expiresAt" = ? WHERE "id" = ?`, [end, id]);
    await connection.run(`UPDATE ${table} SET "createdAt" = ? WHERE "id" = ?`, [now, replacement.id]);
  });
  return end;
}

export async function deleteKey(connection: Connection, id: string): Promise<boolean> {
  return (await connection.run(`DELETE FROM ${table} WHERE "id" = ?`, [id])) > 0;
}

/** The ids of a user's keys, which are gone. */
export async function deleteKeysOf(connection: Connection, userId: string): Promise<readonly string[]> {
  const rows = await connection.all(`DELETE FROM ${table} WHERE "createdBy" = ? RETURNING "id"`, [userId]);
  return rows.map(({ id }) => String(id));
}

/** Conditional, so that of many instances one writes. */
export async function noteUse(
  connection: Connection,
  { id, now, since }: { readonly id: string; readonly now: number; readonly since: number },
): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "lastUsedAt" = ? WHERE "id" = ? AND ("lastUsedAt" IS NULL OR "lastUsedAt" <= ?)`,
    [now, id, since],
  );
}

export async function listKeys(connection: Connection, query: ApiKeyQuery): Promise<ApiKeyPage> {
  const { createdBy, page, limit } = query;
  const [where, owner]: readonly [string, readonly SqlValue[]] =
    createdBy === null ? ['', []] : ['WHERE "createdBy" = ?', [createdBy]];
  const count = await connection.get(`SELECT count(*) AS "total" FROM ${table} ${where}`, owner);
  const rows = await connection.all(`SELECT ${columns} FROM ${table} ${where} ${order}`, [
    ...owner,
    limit,
    (page - 1) * limit,
  ]);
  return {
    records: rows.flatMap((row) => recordOf(row) ?? []),
    total: Number(count?.['total'] ?? 0),
  };
}

function recordOf(row: Row | undefined): ApiKeyRecord | null {
  if (row === undefined) return null;
  return {
    id: String(row['id']),
    name: String(row['name']),
    prefix: String(row['prefix']),
    role: textOf(row['role']),
    scopes: listOf(row['scopes']),
    createdBy: textOf(row['createdBy']),
    createdAt: Number(row['createdAt']),
    expiresAt: timeOf(row['expiresAt']),
    lastUsedAt: timeOf(row['lastUsedAt']),
    disabled: Number(row['disabled']) === 1,
    replacedBy: textOf(row['replacedBy']),
  };
}

function textOf(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function timeOf(value: SqlValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function listText(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function listOf(value: SqlValue | undefined): readonly string[] | null {
  return typeof value === 'string' ? (JSON.parse(value) as readonly string[]) : null;
}
