import cluster from 'node:cluster';
import type { Logger, pino } from 'pino';
import { ownRequire } from '../../util/package-root.js';
import { createBufferedOutput } from './buffered-output.js';
import type { LogOutput } from './log-output.js';

/** A log: pino for rare events, the plain output for the line of each request. */
export interface ServiceLog {
  /** Whether requests are logged. */
  readonly requests: boolean;
  readonly output: LogOutput;
  warn(message: string): void;
  error(fields: object, message: string): void;
  /** The logger itself. */
  pino(): Logger;
}

/** Levels at which pino would write a line of level `info`. */
const levelsWithRequests: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** Returns the log of a service, to `output` or to the standard output. */
export function createServiceLog(level: string, output: LogOutput = standardOutput()): ServiceLog {
  let logger: Logger | null = null;
  function made(): Logger {
    // Loading pino is a tenth of the start-up time, and a healthy server logs little but requests.
    logger ??= createLogger(level, output);
    return logger;
  }
  return {
    requests: levelsWithRequests.has(level),
    output,
    warn: (message) => made().warn(message),
    error: (fields, message) => made().error(fields, message),
    pino: made,
  };
}

function createLogger(level: string, output: LogOutput): Logger {
  const create = ownRequire('pino') as typeof pino;
  // No pid and host name: process managers add them where there is more than one.
  return create({ level, base: null }, output);
}

let sharedOutput: LogOutput | null = null;

/** One output for the process: two would mix their lines. */
function standardOutput(): LogOutput {
  sharedOutput ??= createBufferedOutput(1, cluster.isWorker);
  return sharedOutput;
}
