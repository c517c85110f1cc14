/** Work that is done again and again, one run at a time. */
export interface RepeatedRun {
  /** Begins to repeat. */
  start(): void;
  /** A run that begins now: one that runs already may have looked before something was due. */
  run(): Promise<void>;
  /** Ends after the run that is under way. */
  stop(): Promise<void>;
}

export interface RepeatedWork {
  /** Milliseconds between two beginnings. One that comes while a run is under way is left out. */
  readonly every: number;
  /** Whether the first run begins with the start, and not after the first pause. */
  readonly atStart: boolean;
  /** @param isStopped - whether the run should end early. */
  work(isStopped: () => boolean): Promise<void>;
  failed(error: unknown): void;
}

export function createRepeatedRun({ every, atStart, work, failed }: RepeatedWork): RepeatedRun {
  let stopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function begin(): Promise<void> {
    running ??= work(() => stopped)
      .catch(failed)
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    start() {
      timer ??= setInterval(() => void begin(), every).unref();
      if (atStart) void begin();
    },
    async run() {
      await running;
      await begin();
    },
    async stop() {
      stopped = true;
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
