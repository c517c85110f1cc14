import { pathToFileURL } from 'node:url';
import { type ScriptArguments, shownPath } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { bundleScript, type ProjectScript, type ScriptModules } from './bundle-script.js';
import { type CreateApp, inService } from './in-service.js';

interface LoadedScript {
  readonly createApp: CreateApp;
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
  return inService(createApp, {
    printsAside,
    work: async (call) => {
      const given: ScriptArguments = { ...call, args };
      try {
        return exitCodeOf(await work(given));
      } catch (error) {
        throw scriptError(options.script, error);
      }
    },
  });
}

async function loaded({ bundle, server }: ScriptModules, script: string): Promise<LoadedScript> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href);
  try {
    const { createApp } = (await load(server)) as Partial<LoadedScript>;
    if (createApp === undefined) throw new CommandError(`${shownPath(server)} does not export createApp`);
    return { ...((await load(bundle)) as LoadedScript), createApp };
  } catch (error) {
    throw scriptError(script, error);
  }
}

/** Any number from 0 to 255 that a script returns; 0 for everything else. */
function exitCodeOf(result: unknown): number {
  return typeof result === 'number' && Number.isInteger(result) && result >= 0 && result <= 255 ? result : 0;
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
