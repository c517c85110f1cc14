/** How far `svc media regenerate` came, so that a run that was stopped goes on. */
import type { Connection } from '../../storage/driver.js';

const table = '"_svc_regenerations"';

/** A position in the files, in the order of their ids. */
export interface Regeneration {
  /** Id of the last file that is done; empty at the beginning. */
  readonly after: string;
  /** Images that are done. */
  readonly done: number;
}

/** How far an unfinished run of this plan came. */
export async function findRegeneration(connection: Connection, plan: string): Promise<Regeneration> {
  const row = await connection.get(`SELECT "after", "done" FROM ${table} WHERE "plan" = ?`, [plan]);
  return { after: String(row?.['after'] ?? ''), done: Number(row?.['done'] ?? 0) };
}

export async function noteRegeneration(
  connection: Connection,
  plan: string,
  { after, done }: Regeneration,
): Promise<void> {
  await connection.run(
    `INSERT INTO ${table} ("plan", "after", "done") VALUES (?, ?, ?) ` +
      `ON CONFLICT ("plan") DO UPDATE SET "after" = excluded."after", "done" = excluded."done"`,
    [plan, after, done],
  );
}

export async function endRegeneration(connection: Connection, plan: string): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE "plan" = ?`, [plan]);
}
