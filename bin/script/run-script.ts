import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { type ScriptArguments, shownPath } from '../../runtime/cli/index.js';
import type { App, AppOptions } from '../../runtime/index.js';
import { CommandError } from '../command-error.js';
import { bundleScript, type ProjectScript, type ScriptModules } from './bundle-script.js';

interface LoadedScript {
  readonly createApp: (options: AppOptions) => App;
  readonly script: { readonly default?: unknown };
}

export interface RunOptions extends ProjectScript {
  readonly args: readonly string[];
  /** Whether the log, and what the script prints, go to the standard error output: the other has a result. */
  readonly printsAside?: boolean;
}

/**
 * Runs the default export of a script with the documents of the service, and closes the service. On SIGINT
 * or SIGTERM the service is closed at once, which rolls an open transaction back, and the process ends with
 * 128 and the number of the signal; a second signal ends it immediately.
 *
 * @returns The exit code.
 * @throws CommandError with the stack of what the script has thrown.
 */
export async function runScript({ args, printsAside = false, ...options }: RunOptions): Promise<number> {
  const modules = await bundleScript(options);
  process.setSourceMapsEnabled(true);
  const { createApp, script } = await loaded(modules, options.script);
  const work = script.default;
  if (typeof work !== 'function')
    throw new CommandError(`${options.script} has no default export that is a function`);
  const aside = printsAside ? printAside() : null;
  const app = createApp(aside === null ? {} : { logOutput: aside.output });
  const interruption = interruptions();
  const { local, log } = app;
  const call: ScriptArguments = { local, log, args, signal: interruption.signal };
  try {
    await app.ready();
    const ended = Promise.resolve(work(call) as unknown).then(exitCodeOf, (error: unknown) => {
      throw scriptError(options.script, error);
    });
    // After an interruption the script may still fail, because the service is closed.
    ended.catch(() => undefined);
    return await Promise.race([ended, interruption.code]);
  } finally {
    await app.close();
    interruption.end();
    aside?.end();
    // Timers and sockets of the script must not keep the process alive.
    if (interruption.signal.aborted) process.exit(await interruption.code);
  }
}

async function loaded({ bundle, server }: ScriptModules, script: string): Promise<LoadedScript> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href);
  try {
    const { createApp } = (await load(server)) as Partial<LoadedScript>;
    if (createApp === undefined) throw new CommandError(`${shownPath(server)} does not export createApp`);
    return { ...((await load(bundle)) as LoadedScript), createApp };
  } catch (error) {
    throw scriptError(script, error);
  } finally {
    // Not earlier: node reads the source map for the first stack.
    process.once('exit', () => {
      for (const file of [bundle, `${bundle}.map`]) rmSync(file, { force: true });
    });
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

/** Any number from 0 to 255 that a script returns; 0 for everything else. */
function exitCodeOf(result: unknown): number {
  return typeof result === 'number' && Number.isInteger(result) && result >= 0 && result <= 255 ? result : 0;
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

/** What a script has thrown, with each issue of an error of the service, and its stack. */
function scriptError(script: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const name = shownPath(script);
  if (!(error instanceof Error)) return new CommandError(`${name} failed: ${String(error)}`);
  const { details } = error as { readonly details?: readonly { path: string; message: string }[] };
  const issues = (details ?? []).map(({ path, message }) => `  ${path}: ${message}`);
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return new CommandError([`error: ${name} failed: ${error.message}`, ...issues, ...stack], { cause: error });
}
