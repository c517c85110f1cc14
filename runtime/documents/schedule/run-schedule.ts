import { ServiceError } from '../../errors/service-error.js';
import type { Connection, Driver } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import type { ScheduledStep } from './schedule.js';
import { claimStep, dueSteps, failStep, finishStep } from './schedule-table.js';

export interface ScheduleRunnerOptions {
  readonly driver: Driver;
  readonly clock: Clock;
  /**
   * Does a step. `also` is work of the same transaction as the document's.
   *
   * @throws ServiceError NOT_FOUND where the document is gone.
   */
  readonly take: (step: ScheduledStep, also: (connection: Connection) => Promise<void>) => Promise<void>;
  /** Within the transaction of a step that was done, or behind one that could not be. */
  readonly record: (connection: Connection, step: ScheduledStep, fault: string | null) => Promise<void>;
  readonly logError: (fields: object, message: string) => void;
}

/** Does what is due. */
export interface ScheduleRunner {
  start(): void;
  /** Resolves when nothing is due any more. */
  run(): Promise<void>;
  /** Begins nothing else, and resolves when what has begun is over. */
  stop(): Promise<void>;
}

/** A look costs one lookup in an index. The timer asks the clock each time, so that a clock which jumps is followed at once. */
const every = 1000;
/** So long a step belongs to the instance that claimed it; one that was killed gives it back by this. */
const lease = 60_000;

/**
 * Any number of instances may run: a step is claimed by a conditional update, and its row goes in the same transaction in which the
 * document changes, only while the claim holds. So it is done once, even where a clock jumps over the lease.
 */
export function createScheduleRunner(options: ScheduleRunnerOptions): ScheduleRunner {
  const { driver, clock, logError } = options;
  let stopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function runAll(): Promise<void> {
    for (;;) {
      const due = await dueSteps(driver, clock());
      let taken = 0;
      for (const step of due) {
        if (stopped) return;
        const claimed = await driver.briefTransaction((connection) =>
          claimStep(connection, step, clock() + lease),
        );
        if (claimed === null) continue;
        taken += 1;
        await takeStep(options, claimed);
      }
      if (taken === 0) return;
    }
  }

  function run(): Promise<void> {
    running ??= runAll()
      .catch((error: unknown) =>
        logError({ err: error }, 'the schedule could not be read; it is tried again'),
      )
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    start() {
      timer ??= setInterval(() => void run(), every).unref();
    },
    run,
    async stop() {
      stopped = true;
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}

async function takeStep(
  { driver, take, record, logError }: ScheduleRunnerOptions,
  step: ScheduledStep,
): Promise<void> {
  try {
    await take(step, async (connection) => {
      if (!(await finishStep(connection, step))) throw new ClaimLost();
      await record(connection, step, null);
    });
  } catch (error) {
    if (error instanceof ClaimLost) return;
    if (!(error instanceof ServiceError) || error.code === 'UNAVAILABLE') {
      logError({ err: error, step }, 'a scheduled step failed; it is tried again');
      return;
    }
    await driver.briefTransaction(async (connection) => {
      // A schedule does not outlive its document.
      if (error.code === 'NOT_FOUND') await finishStep(connection, step);
      else {
        await failStep(connection, step, error.message);
        await record(connection, step, error.message);
      }
    });
    if (error.code !== 'NOT_FOUND') logError({ err: error, step }, 'a scheduled step cannot be done');
  }
}

/** Another instance has the step, or somebody has changed it: nothing of ours may stay. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}
