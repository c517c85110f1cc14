/** The table of what is to happen to documents. It stands in the content database, so that it survives restarts and all instances see it. */
import type { Connection, Row } from '../../storage/driver.js';
import { createSystemTables, type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';
import type { ScheduledAction, ScheduledStep, ScheduleTarget } from './schedule.js';

/** Steps by document and action. */
export const scheduleTables: readonly SystemTable[] = [
  {
    name: '_svc_schedule',
    columns: [
      ...systemColumns('text', { required: ['kind', 'slug', 'document', 'action'] }),
      ...systemColumns('integer', { required: ['due', 'leasedUntil', 'attempts'] }),
      ...systemColumns('text', { optional: ['requestedBy', 'error'] }),
    ],
    primaryKey: ['kind', 'slug', 'document', 'action'],
    indexes: [{ name: '_svc_schedule_due', columns: ['due'] }],
  },
];

/** Creates the table unless it is there. Belongs into a schema change. */
export async function prepareScheduleTables(connection: Connection): Promise<void> {
  await createSystemTables(connection, scheduleTables);
}

const ofDocument = '"kind" = ? AND "slug" = ? AND "document" = ?';
/** Nobody has claimed the step since we did, and nobody has given it another time. */
const stillOurs = `${ofDocument} AND "action" = ? AND "due" = ? AND "leasedUntil" = ?`;

/** One step that a document has been given, or will be given. */
export interface StoredStep {
  readonly action: ScheduledAction;
  readonly due: number;
  readonly error: string | null;
}

export async function readSteps(
  connection: Connection,
  target: ScheduleTarget,
): Promise<readonly StoredStep[]> {
  const rows = await connection.all(
    `SELECT "action", "due", "error" FROM "_svc_schedule" WHERE ${ofDocument}`,
    keyOf(target),
  );
  return rows.map((row) => ({
    action: actionOf(row),
    due: Number(row['due']),
    error: row['error'] === null ? null : String(row['error']),
  }));
}

/** Sets the time of a step, in place of another one. */
export async function putStep(
  connection: Connection,
  target: ScheduleTarget,
  step: { readonly action: ScheduledAction; readonly due: number; readonly requestedBy: string | null },
): Promise<void> {
  await connection.run(
    `INSERT INTO "_svc_schedule" ("kind", "slug", "document", "action", "due", "leasedUntil", "attempts", "requestedBy", "error")
      VALUES (?, ?, ?, ?, ?, 0, 0, ?, NULL)
      ON CONFLICT ("kind", "slug", "document", "action") DO UPDATE
      SET "due" = excluded."due", "leasedUntil" = 0, "attempts" = 0, "requestedBy" = excluded."requestedBy", "error" = NULL`,
    [...keyOf(target), step.action, step.due, step.requestedBy],
  );
}

/** Removes a step; the number of those that were there. */
export function removeStep(
  connection: Connection,
  target: ScheduleTarget,
  action: ScheduledAction,
): Promise<number> {
  return connection.run(`DELETE FROM "_svc_schedule" WHERE ${ofDocument} AND "action" = ?`, [
    ...keyOf(target),
    action,
  ]);
}

/** What is to happen to any document, the next first. */
export async function comingSteps(
  connection: Connection,
  limit: number,
): Promise<readonly (Omit<ScheduleTarget, 'document'> & StoredStep & { readonly id: string })[]> {
  const rows = await connection.all('SELECT * FROM "_svc_schedule" ORDER BY "due", "action" LIMIT ?', [
    limit,
  ]);
  return rows.map((row) => ({
    kind: row['kind'] === 'global' ? ('global' as const) : ('collection' as const),
    slug: String(row['slug']),
    id: String(row['document']),
    action: actionOf(row),
    due: Number(row['due']),
    error: row['error'] === null ? null : String(row['error']),
  }));
}

/** The steps whose time has come and that nobody works on, the oldest first; of one time publishing comes first. */
export async function dueSteps(connection: Connection, now: number): Promise<readonly ScheduledStep[]> {
  const rows = await connection.all(
    `SELECT * FROM "_svc_schedule" WHERE "due" <= ? AND "leasedUntil" <= ? AND "error" IS NULL ORDER BY "due", "action" LIMIT 20`,
    [now, now],
  );
  return rows.map((row) => ({
    kind: row['kind'] === 'global' ? 'global' : 'collection',
    slug: String(row['slug']),
    document: String(row['document']),
    action: actionOf(row),
    due: Number(row['due']),
    leasedUntil: Number(row['leasedUntil']),
    attempts: Number(row['attempts']),
    requestedBy: row['requestedBy'] === null ? null : String(row['requestedBy']),
  }));
}

/** Takes a step for as long as the lease lasts; null where another instance was faster. */
export async function claimStep(
  connection: Connection,
  step: ScheduledStep,
  leasedUntil: number,
): Promise<ScheduledStep | null> {
  const claimed = await connection.run(
    `UPDATE "_svc_schedule" SET "leasedUntil" = ?, "attempts" = "attempts" + 1 WHERE ${stillOurs}`,
    [leasedUntil, ...claimOf(step)],
  );
  return claimed === 1 ? { ...step, leasedUntil, attempts: step.attempts + 1 } : null;
}

/** Removes a step that is done. False where it is not ours any more: then it must not be done either. */
export async function finishStep(connection: Connection, step: ScheduledStep): Promise<boolean> {
  return (await connection.run(`DELETE FROM "_svc_schedule" WHERE ${stillOurs}`, claimOf(step))) === 1;
}

/** Keeps a step that cannot be done, with the reason, until somebody sets another time or cancels it. */
export async function failStep(connection: Connection, step: ScheduledStep, error: string): Promise<void> {
  await connection.run(`UPDATE "_svc_schedule" SET "error" = ? WHERE ${stillOurs}`, [
    error,
    ...claimOf(step),
  ]);
}

function keyOf({ kind, slug, document }: ScheduleTarget): readonly string[] {
  return [kind, slug, document];
}

function claimOf(step: ScheduledStep): readonly (string | number)[] {
  return [...keyOf(step), step.action, step.due, step.leasedUntil];
}

function actionOf(row: Row): ScheduledAction {
  return row['action'] === 'unpublish' ? 'unpublish' : 'publish';
}
