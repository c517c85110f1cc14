import { constants } from 'node:os';
import type { ScriptArguments } from '../../runtime/cli/index.js';
import type { App, AppOptions } from '../../runtime/index.js';

/** Makes the service of a project. */
export type CreateApp = (options: AppOptions) => App;

export interface ServiceUse<T> {
  /** Whether the log, and what code prints, go to the standard error output: the other has a result. */
  readonly printsAside: boolean;
  work(call: Omit<ScriptArguments, 'args'>): Promise<T>;
}

/**
 * Does something with the documents of a service, and closes the service. On SIGINT or SIGTERM it is closed
 * at once, which rolls an open transaction back, and the process ends with 128 and the number of the signal;
 * a second signal ends it immediately.
 */
export async function inService<T>(createApp: CreateApp, { printsAside, work }: ServiceUse<T>): Promise<T> {
  const aside = printsAside ? printAside() : null;
  const app = createApp(aside === null ? {} : { logOutput: aside.output });
  const interruption = interruptions();
  const { local, log } = app;
  const interrupted = interruption.code.then((code): never => {
    throw new Error(`Ended with the exit code ${code}.`);
  });
  try {
    await app.ready();
    // After an interruption the work may still fail, because the service is closed.
    return await Promise.race([work({ local, log, signal: interruption.signal }), interrupted]);
  } finally {
    await app.close();
    interruption.end();
    aside?.end();
    // Timers and sockets of the project must not keep the process alive.
    if (interruption.signal.aborted) process.exit(await interruption.code);
  }
}

interface PrintingAside {
  readonly output: NonNullable<AppOptions['logOutput']>;
  end(): void;
}

/** Sends what is written to the standard output to the other one. */
function printAside(): PrintingAside {
  const { stdout, stderr } = process;
  const write = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  return {
    output: { write: (line) => void stderr.write(line) },
    end: () => {
      stdout.write = write;
    },
  };
}

interface Interruptions {
  readonly signal: AbortSignal;
  /** Resolves with the exit code of the signal. */
  readonly code: Promise<number>;
  end(): void;
}

function interruptions(): Interruptions {
  const controller = new AbortController();
  let listener: NodeJS.SignalsListener = () => undefined;
  const code = new Promise<number>((resolve) => {
    listener = (signal) => {
      // From now on the default applies: a second signal ends the process.
      process.off('SIGINT', listener).off('SIGTERM', listener);
      controller.abort();
      resolve(128 + constants.signals[signal]);
    };
    process.on('SIGINT', listener).on('SIGTERM', listener);
  });
  return {
    signal: controller.signal,
    code,
    end: () => process.off('SIGINT', listener).off('SIGTERM', listener),
  };
}
