import type { Connection } from '../../storage/driver.js';
import { putStep, readSteps, removeStep } from './schedule-table.js';

export type ScheduledAction = 'publish' | 'unpublish';

/** A document of a collection, or a global. */
export interface ScheduleTarget {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** `global` for a global. */
  readonly document: string;
}

/** Something that is to happen to a document. */
export interface ScheduledStep extends ScheduleTarget {
  readonly action: ScheduledAction;
  /** Milliseconds. */
  readonly due: number;
  /** Until then it belongs to whoever claimed it. */
  readonly leasedUntil: number;
  readonly attempts: number;
  /** Who asked for it: a user's id, or `key:<id>`. */
  readonly requestedBy: string | null;
}

/** Times in milliseconds; null removes one, and what is absent stays. */
export interface ScheduleChange {
  readonly publish?: number | null;
  readonly unpublish?: number | null;
}

/** What is to happen to a document, as the API shows it. */
export interface DocumentSchedule {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  /** Why a step whose time has come could not be done; to those who do not see drafts only that it could not. */
  readonly error: string | null;
}

/** That a step could not be done, without its reason. */
const failures: Readonly<Record<ScheduledAction, string>> = {
  publish: 'The document could not be published.',
  unpublish: 'The document could not be unpublished.',
};

const actions = ['publish', 'unpublish'] as const;

/** Changes a schedule, within the transaction of what it goes with. Answers whether anything is another than before. */
export async function changeSchedule(
  connection: Connection,
  target: ScheduleTarget,
  change: ScheduleChange,
  requestedBy: string | null,
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

/** The schedule of a document. `tellsWhy` is for those who see the draft: the reason of a refusal says what is in it. */
export async function readSchedule(
  connection: Connection,
  target: ScheduleTarget,
  { tellsWhy }: { readonly tellsWhy: boolean },
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
    error: failed === undefined || tellsWhy ? (failed?.error ?? null) : failures[failed.action],
  };
}
