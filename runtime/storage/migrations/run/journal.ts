/** The migrations that have run in a database: one row each. */

import type { DialectName } from '../../../codegen/databases.js';
import type { Connection } from '../../driver.js';
import { createSystemTables, type SystemTable, systemColumns } from '../../schema/system-tables.js';
import type { Migration } from '../files/read-migrations.js';
import { hasTable } from './present-tables.js';

export interface JournalEntry {
  readonly name: string;
  /** SHA-256 by dialect, of the files that existed. */
  readonly checksums: Readonly<Partial<Record<DialectName, string>>>;
  /**
   * `adopted`: the tables already existed. `indexing`: complete except for indexes that are built
   * concurrently.
   */
  readonly state: 'applied' | 'adopted' | 'indexing';
  readonly appliedAt: string;
  /** In milliseconds. */
  readonly duration: number;
}

const table = '"_svc_migrations"';

const journal: SystemTable = {
  name: '_svc_migrations',
  columns: [
    ...systemColumns('text', { required: ['name', 'checksums', 'state', 'appliedAt'] }),
    ...systemColumns('integer', { required: ['duration'] }),
  ],
  primaryKey: ['name'],
  indexes: [],
};

export async function prepareJournal(connection: Connection): Promise<void> {
  await createSystemTables(connection, [journal]);
}

/** Returns the entries in the order of their names; empty when no migration has run. */
export async function readJournal(
  connection: Pick<Connection, 'dialect' | 'get' | 'all'>,
): Promise<readonly JournalEntry[]> {
  if (!(await hasTable(connection, '_svc_migrations'))) return [];
  const rows = await connection.all(`SELECT * FROM ${table} ORDER BY "name"`, []);
  return rows.map((row) => ({
    name: String(row['name']),
    checksums: JSON.parse(String(row['checksums'])) as JournalEntry['checksums'],
    // This module wrote the value.
    state: String(row['state']) as JournalEntry['state'],
    appliedAt: String(row['appliedAt']),
    duration: Number(row['duration']),
  }));
}

export async function noteMigration(
  connection: Connection,
  { name, checksums }: Migration,
  note: Pick<JournalEntry, 'state' | 'appliedAt' | 'duration'>,
): Promise<void> {
  await connection.run(
    `INSERT INTO ${table} ("name", "checksums", "state", "appliedAt", "duration") VALUES (?, ?, ?, ?, ?)`,
    [name, JSON.stringify(checksums), note.state, note.appliedAt, note.duration],
  );
}

/** Marks that all indexes are built. `duration` is the time to build them, in milliseconds. */
export async function finishMigration(connection: Connection, name: string, duration: number): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "state" = 'applied', "duration" = "duration" + ? WHERE "name" = ?`,
    [duration, name],
  );
}

export async function forgetMigration(connection: Connection, name: string): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE "name" = ?`, [name]);
}
