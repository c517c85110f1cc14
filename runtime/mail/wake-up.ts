/**
 * Milliseconds after a mail was queued. The queue is not notified when its transaction commits.
 */
const looks: readonly number[] = [30, 250, 1500];
/** For missed mails, and for retries. */
const pollEvery = 15_000;

/** Timers of a worker. None of them keeps a process alive. */
export interface WakeUp {
  start(): void;
  /** Something was queued: look soon, and again a little later. */
  soon(): void;
  stop(): void;
}

export function createWakeUp(work: () => void): WakeUp {
  let poll: NodeJS.Timeout | null = null;
  let look: NodeJS.Timeout | null = null;
  /** Which of the looks comes next. */
  let next = 0;

  function wait(): void {
    const pause = looks[next];
    look = pause === undefined ? null : setTimeout(run, pause).unref();
  }

  function run(): void {
    work();
    next += 1;
    wait();
  }

  function soon(): void {
    if (poll === null) return;
    // The first look is left alone: mails that never stop coming must not put it off for ever.
    if (look !== null && next === 0) return;
    if (look !== null) clearTimeout(look);
    next = 0;
    wait();
  }

  return {
    start() {
      poll ??= setInterval(work, pollEvery).unref();
      soon();
    },
    soon,
    stop() {
      if (poll !== null) clearInterval(poll);
      if (look !== null) clearTimeout(look);
      [poll, look] = [null, null];
    },
  };
}
