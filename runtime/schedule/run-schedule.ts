import { ServiceError } from '../errors/service-error.js';
import type { BackgroundWork } from '../http/api.js';
import type { Connection, Driver } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import { createRepeatedRun } from '../util/repeated-run.js';
import { claimStep, dueSteps, failStep, finishStep } from './schedule-table.js';
import type { ScheduledStep } from './scheduled-step.js';
import type { TakeStep } from './take-step.js';

export interface ScheduleRunnerOptions {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly take: TakeStep;
  /** Called in the transaction of a completed step, or after a failed one. */
  readonly record: (connection: Connection, step: ScheduledStep, issue: string | null) => Promise<void>;
  readonly logError: (fields: object, message: string) => void;
}

/**
 * Each check costs one index lookup. The timer reads the clock each time, so that a clock that jumps is
 * followed immediately.
 */
const every = 1000;
/** How long a claimed step belongs to its instance; it ends the claim of an instance that was killed. */
const lease = 60_000;

/**
 * Runs the steps that are due. Any number of instances may run: a step is claimed by a conditional update,
 * and its row is deleted in the same transaction in which the document changes, only while the claim holds.
 * So it runs once, even if a clock jumps past the lease.
 */
export function createScheduleRunner(options: ScheduleRunnerOptions): BackgroundWork {
  const { driver, clock, logError } = options;
  return createRepeatedRun({
    every,
    atStart: false,
    async work(isStopped) {
      for (;;) {
        const due = await dueSteps(driver, { now: clock(), lease });
        let taken = 0;
        for (const step of due) {
          if (isStopped()) return;
          const claimed = await driver.briefTransaction((connection) =>
            claimStep(connection, step, clock() + lease),
          );
          if (claimed === null) continue;
          taken += 1;
          await takeStep(options, claimed);
        }
        if (taken === 0) return;
      }
    },
    failed: (error) => logError({ err: error }, 'the schedule could not be read; it is tried again'),
  });
}

async function takeStep(
  { driver, take, record, logError }: ScheduleRunnerOptions,
  step: ScheduledStep,
): Promise<void> {
  try {
    await take(step, {
      when: 'always',
      async run(connection) {
        if (!(await finishStep(connection, step))) throw new ClaimLost();
        await record(connection, step, null);
      },
    });
  } catch (error) {
    if (error instanceof ClaimLost) return;
    if (!(error instanceof ServiceError) || error.code === 'UNAVAILABLE') {
      logError({ err: error, step }, 'a scheduled step failed; it is tried again');
      return;
    }
    await driver.briefTransaction(async (connection) => {
      // A schedule ends with its document.
      if (error.code === 'NOT_FOUND') await finishStep(connection, step);
      else {
        await failStep(connection, step, error.message);
        await record(connection, step, error.message);
      }
    });
    if (error.code !== 'NOT_FOUND') logError({ err: error, step }, 'a scheduled step cannot be done');
  }
}

/** Another instance has the step, or another request changed it: the transaction must be rolled back. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}
