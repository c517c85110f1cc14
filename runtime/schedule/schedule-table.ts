/**
 * The table of scheduled steps. It is in the content database, so that it survives restarts and all instances
 * see it.
 */
import type { Connection, Row } from '../storage/driver.js';
import { type SystemTable, systemColumns } from '../storage/schema/system-tables.js';
import type { ScheduledAction, ScheduledStep, ScheduleTarget } from './scheduled-step.js';

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

const ofDocument = '"kind" = ? AND "slug" = ? AND "document" = ?';
/** The condition that this instance still holds the claim, and that the time of the step was not changed. */
const stillOurs = `${ofDocument} AND "action" = ? AND "due" = ? AND "leasedUntil" = ?`;

/** One step in the schedule of a document. */
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

/** Sets the time of a step, or replaces it. */
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

/** Removes a step; returns the number of removed rows. */
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

export interface StepsPage {
  readonly limit: number;
  readonly offset: number;
  /** Only those of these documents of a collection; null for all. */
  readonly only: { readonly slug: string; readonly ids: readonly string[] } | null;
}

/** The scheduled steps, the earliest first. */
export async function comingSteps(
  connection: Connection,
  { limit, offset, only }: StepsPage,
): Promise<readonly (ScheduleTarget & StoredStep)[]> {
  if (only?.ids.length === 0) return [];
  const condition =
    only === null
      ? ''
      : `WHERE "kind" = 'collection' AND "slug" = ? AND "document" IN (${only.ids.map(() => '?').join(', ')})`;
  const rows = await connection.all(
    `SELECT * FROM "_svc_schedule" ${condition} ORDER BY "due", "action", "kind", "slug", "document" LIMIT ? OFFSET ?`,
    [...(only === null ? [] : [only.slug, ...only.ids]), limit, offset],
  );
  return rows.map((row) => ({
    kind: row['kind'] === 'global' ? ('global' as const) : ('collection' as const),
    slug: String(row['slug']),
    document: String(row['document']),
    action: actionOf(row),
    due: Number(row['due']),
    error: row['error'] === null ? null : String(row['error']),
  }));
}

/**
 * The due steps that no instance has claimed, the oldest first; at equal times publishing comes first. A
 * lease that ends later than any valid one, by more than the clocks of instances may differ, was taken before
 * the clock was set back: it counts as expired.
 */
export async function dueSteps(
  connection: Connection,
  { now, lease }: { readonly now: number; readonly lease: number },
): Promise<readonly ScheduledStep[]> {
  const rows = await connection.all(
    `SELECT * FROM "_svc_schedule" WHERE "due" <= ? AND ("leasedUntil" <= ? OR "leasedUntil" > ?) AND "error" IS NULL ORDER BY "due", "action" LIMIT 20`,
    [now, now, now + 2 * lease],
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

/** Takes a step for as long as the lease lasts; null where another instance claimed it first. */
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

/**
 * Removes a completed step. Returns false if this instance no longer holds the claim: then the step must not
 * be done.
 */
export async function finishStep(connection: Connection, step: ScheduledStep): Promise<boolean> {
  return (await connection.run(`DELETE FROM "_svc_schedule" WHERE ${stillOurs}`, claimOf(step))) === 1;
}

/** Keeps a failed step, with the reason, until a user sets another time or cancels it. */
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
