import type { Connection } from '../storage/driver.js';
import { putStep, readSteps, removeStep } from './schedule-table.js';
import type { ScheduledAction, ScheduleTarget } from './scheduled-step.js';

/** Times in milliseconds; null removes one, and an absent one stays. */
export interface ScheduleChange {
  readonly publish?: number | null;
  readonly unpublish?: number | null;
}

/** The schedule of a document, as the API shows it. */
export interface DocumentSchedule {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  /** Why a due step failed. */
  readonly error: string | null;
}

const actions = ['publish', 'unpublish'] as const;

/** Changes a schedule, within the transaction of the caller's write. Returns whether anything changed. */
export async function changeSchedule(
  connection: Connection,
  {
    target,
    change,
    requestedBy,
  }: {
    readonly target: ScheduleTarget;
    readonly change: ScheduleChange;
    readonly requestedBy: string | null;
  },
): Promise<boolean> {
  let changed = false;
  for (const action of actions) {
    const due = change[action];
    if (due === undefined) continue;
    if (due === null) changed = (await removeStep(connection, target, action)) > 0 || changed;
    else {
      await putStep(connection, target, { action, due, requestedBy });
      changed = true;
    }
  }
  return changed;
}

/**
 * The schedule of a document, for requesters who see its draft: the reason of a failure reveals what is in
 * it.
 */
export async function findSchedule(
  connection: Connection,
  target: ScheduleTarget,
): Promise<DocumentSchedule> {
  const steps = await readSteps(connection, target);
  const at = (action: ScheduledAction): string | null => {
    const step = steps.find((step) => step.action === action);
    return step === undefined ? null : new Date(step.due).toISOString();
  };
  const failed = steps.find(({ error }) => error !== null);
  return {
    publishAt: at('publish'),
    unpublishAt: at('unpublish'),
    error: failed?.error ?? null,
  };
}
