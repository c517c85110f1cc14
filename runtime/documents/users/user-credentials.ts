import type { Connection } from '../../storage/driver.js';
import { lockClause } from '../../storage/locks.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';
import type { Clock } from '../../util/clock.js';

const table = '"_svc_credentials"';
const selectHash = `SELECT "passwordHash" FROM ${table} WHERE "user" = ?`;
const storeHash =
  `INSERT INTO ${table} ("user", "passwordHash", "changedAt") VALUES (?, ?, ?) ` +
  `ON CONFLICT ("user") DO UPDATE SET "passwordHash" = excluded."passwordHash", "changedAt" = excluded."changedAt"`;
const replaceHash = `UPDATE ${table} SET "passwordHash" = ?, "changedAt" = ? WHERE "user" = ? AND "passwordHash" = ?`;
const deleteHash = `DELETE FROM ${table} WHERE "user" = ?`;

/**
 * Password hashes. They are stored apart from the users, so that no list, filter, export or hook of the users
 * collection can come across one (OWASP ASVS 5, 14.2.6: no more data than is needed).
 */
export const userTables: readonly SystemTable[] = [
  {
    name: '_svc_credentials',
    columns: [
      ...systemColumns('text', { required: ['user'], optional: ['passwordHash'] }),
      ...systemColumns('integer', { required: ['changedAt'] }),
    ],
    primaryKey: ['user'],
    indexes: [],
  },
];

/** Password hashes by user id; a part of the users' records. */
export interface UserCredentials {
  /** Null where the user has none or does not exist. */
  passwordHash(connection: Connection, id: string): Promise<string | null>;
  /** The same; writes of the hash wait until the transaction ends. */
  lockPasswordHash(connection: Connection, id: string): Promise<string | null>;
  setPasswordHash(connection: Connection, id: string, hash: string | null): Promise<void>;
  /** Replaces the hash that a decision was based on; false if it was changed meanwhile. */
  replacePasswordHash(connection: Connection, id: string, change: HashChange): Promise<boolean>;
}

/** Of a stored password hash. */
export interface HashChange {
  readonly from: string;
  readonly to: string;
}

export function createUserCredentials(clock: Clock): UserCredentials {
  return {
    passwordHash: (connection, id) => readHash(connection, selectHash, id),
    lockPasswordHash: (connection, id) =>
      readHash(connection, `${selectHash}${lockClause(connection, 'rely')}`, id),
    async setPasswordHash(connection, id, hash) {
      await connection.run(storeHash, [id, hash, clock()]);
    },
    // One statement: PostgreSQL allows other writes between a read and a write.
    replacePasswordHash: async (connection, id, { from, to }) =>
      (await connection.run(replaceHash, [to, clock(), id, from])) === 1,
  };
}

async function readHash(connection: Connection, sql: string, id: string): Promise<string | null> {
  const hash = (await connection.get(sql, [id]))?.['passwordHash'];
  return typeof hash === 'string' ? hash : null;
}

/** Deletes the credentials of users that are being deleted. */
export async function forgetCredentials(connection: Connection, ids: Iterable<string>): Promise<void> {
  for (const id of ids) await connection.run(deleteHash, [id]);
}
