/** The rows of saved views. */

import type { ViewQuery } from '../query/parse/view-query.js';
import type { Connection, Row, SqlValue } from '../storage/driver.js';
import { type SystemTable, systemColumns } from '../storage/schema/system-tables.js';

const table = '"_svc_views"';
const sharedTable = '"_svc_view_roles"';
const columns = '"id", "owner", "slug", "name", "query", "isDefault", "createdAt", "updatedAt"';

export const viewTables: readonly SystemTable[] = [
  {
    name: '_svc_views',
    columns: [
      ...systemColumns('text', { required: ['id', 'owner', 'slug', 'name', 'query'] }),
      ...systemColumns('integer', { required: ['isDefault', 'createdAt', 'updatedAt'] }),
    ],
    primaryKey: ['id'],
    indexes: [{ name: '_svc_views_owner', columns: ['owner', 'slug'] }],
  },
  {
    name: '_svc_view_roles',
    columns: systemColumns('text', { required: ['view', 'role'] }),
    primaryKey: ['view', 'role'],
    indexes: [{ name: '_svc_view_roles_role', columns: ['role', 'view'] }],
  },
];

/** A saved view as it is stored. */
export interface ViewRecord {
  readonly id: string;
  /** Id of the user whose view it is. */
  readonly owner: string;
  readonly slug: string;
  readonly name: string;
  readonly query: ViewQuery;
  /** The roles that see it besides its owner. */
  readonly roles: readonly string[];
  readonly isDefault: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The views that a user sees: their own, and those that are shared with their role. */
export interface ViewSelection {
  readonly owner: string;
  readonly role: string;
  readonly slugs: readonly string[];
  readonly page: number;
  readonly limit: number;
}

/** One's own first, the oldest first. */
export async function listViews(
  connection: Connection,
  { owner, role, slugs, page, limit }: ViewSelection,
): Promise<{ readonly views: readonly ViewRecord[]; readonly total: number }> {
  const isListed = connection.dialect.sql.isAmong('"slug"', 'text');
  const where =
    `FROM ${table} WHERE ("owner" = ? OR "id" IN (SELECT "view" FROM ${sharedTable} WHERE "role" = ?)) ` +
    `AND ${isListed}`;
  const parameters = [owner, role, JSON.stringify(slugs)];
  const count = await connection.get(`SELECT count(*) AS "total" ${where}`, parameters);
  const rows = await connection.all(
    `SELECT ${columns} ${where} ORDER BY CASE "owner" WHEN ? THEN 0 ELSE 1 END, "createdAt", "id" LIMIT ? OFFSET ?`,
    [...parameters, owner, limit, (page - 1) * limit],
  );
  return { views: await recordsOf(connection, rows), total: Number(count?.['total'] ?? 0) };
}

/** A user's own view; null if there is none. */
export async function findView(
  connection: Connection,
  { id, owner }: Pick<ViewRecord, 'id' | 'owner'>,
): Promise<ViewRecord | null> {
  const rows = await connection.all(`SELECT ${columns} FROM ${table} WHERE "id" = ? AND "owner" = ?`, [
    id,
    owner,
  ]);
  return (await recordsOf(connection, rows))[0] ?? null;
}

/** How many views a user has of some collections. */
export async function countViews(
  connection: Connection,
  { owner, slugs }: Pick<ViewSelection, 'owner' | 'slugs'>,
): Promise<number> {
  const isCounted = connection.dialect.sql.isAmong('"slug"', 'text');
  const row = await connection.get(
    `SELECT count(*) AS "total" FROM ${table} WHERE "owner" = ? AND ${isCounted}`,
    [owner, JSON.stringify(slugs)],
  );
  return Number(row?.['total'] ?? 0);
}

/** Inserts a view, or replaces it. Of the views of a collection one is the default of its owner. */
export async function putView(connection: Connection, view: ViewRecord): Promise<void> {
  const { id, owner, slug, name, query, roles, isDefault, createdAt, updatedAt } = view;
  if (isDefault)
    await connection.run(`UPDATE ${table} SET "isDefault" = 0 WHERE "owner" = ? AND "slug" = ?`, [
      owner,
      slug,
    ]);
  const values: readonly SqlValue[] = [
    ...[id, owner, slug, name, JSON.stringify(query), Number(isDefault)],
    ...[createdAt, updatedAt],
  ];
  await connection.run(
    `INSERT INTO ${table} (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT ("id") DO UPDATE SET ` +
      ['name', 'query', 'isDefault', 'updatedAt'].map((each) => `"${each}" = excluded."${each}"`).join(', '),
    values,
  );
  await connection.run(`DELETE FROM ${sharedTable} WHERE "view" = ?`, [id]);
  for (const role of roles)
    await connection.run(`INSERT INTO ${sharedTable} ("view", "role") VALUES (?, ?)`, [id, role]);
}

export async function deleteView(connection: Connection, id: string): Promise<void> {
  await connection.run(`DELETE FROM ${sharedTable} WHERE "view" = ?`, [id]);
  await connection.run(`DELETE FROM ${table} WHERE "id" = ?`, [id]);
}

/** Deletes the views of a user. */
export async function deleteViewsOf(connection: Connection, owner: string): Promise<void> {
  await deleteWhere(connection, '"owner" = ?', [owner]);
}

/** Deletes the views of users that are gone. */
export async function deleteOrphans(connection: Connection): Promise<void> {
  await deleteWhere(connection, '"owner" NOT IN (SELECT "id" FROM "users")', []);
}

async function deleteWhere(
  connection: Connection,
  condition: string,
  parameters: readonly SqlValue[],
): Promise<void> {
  await connection.run(
    `DELETE FROM ${sharedTable} WHERE "view" IN (SELECT "id" FROM ${table} WHERE ${condition})`,
    parameters,
  );
  await connection.run(`DELETE FROM ${table} WHERE ${condition}`, parameters);
}

async function recordsOf(connection: Connection, rows: readonly Row[]): Promise<readonly ViewRecord[]> {
  if (rows.length === 0) return [];
  const shared = await connection.all(
    `SELECT "view", "role" FROM ${sharedTable} WHERE ${connection.dialect.sql.isAmong('"view"', 'text')} ORDER BY "role"`,
    [JSON.stringify(rows.map((row) => row['id']))],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    owner: String(row['owner']),
    slug: String(row['slug']),
    name: String(row['name']),
    query: JSON.parse(String(row['query'])) as ViewQuery,
    roles: shared.filter(({ view }) => view === row['id']).map(({ role }) => String(role)),
    isDefault: Number(row['isDefault']) === 1,
    createdAt: Number(row['createdAt']),
    updatedAt: Number(row['updatedAt']),
  }));
}
