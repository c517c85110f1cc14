/**
 * Runs a bundled config. An error that it throws becomes an issue with the file and line in the user's own
 * source.
 */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { showValue } from '../../runtime/config/validate/show-value.js';
import { ConfigError, type LocatedConfigIssue } from '../../runtime/errors/config-error.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import type { ConfigBundle } from './bundle-config.js';

let runs = 0;

/** Milliseconds. A config may fetch what it needs from other services. */
const maxRunTime = 60_000;

/**
 * Imports the bundle as a `data:` URL: nothing is written into the user's folder, so no file is left over and
 * two loads at once cannot interfere. Each run is a module of its own, even with the same text.
 *
 * @returns The default export of the config.
 * @throws ConfigError
 */
export async function runBundle(
  bundle: ConfigBundle,
  file: string,
  timeout: number = maxRunTime,
): Promise<unknown> {
  runs += 1;
  const name = `svc-config-${process.pid}-${runs}.mjs`;
  // Stack traces then contain this name instead of the whole text of the module.
  const code = `${bundle.code}\n//# sourceURL=${name}\n`;
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await inTime(import(/* @vite-ignore */ url), timeout);
  } catch (error) {
    throw new ConfigError([await issueOf(error, { bundle, file, name, url })], { cause: error });
  }
  return defaultExport(exports, file);
}

/**
 * Limits the time of `work`: a config that awaits a promise forever would otherwise end the process without a
 * message.
 */
async function inTime<T>(work: Promise<T>, timeout: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it did not finish within ${timeout / 1000} seconds`)),
      timeout,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function defaultExport(exports: Readonly<Record<string, unknown>>, file: string): unknown {
  const fail = (message: string): ConfigError => new ConfigError([{ file, line: null, path: '', message }]);
  if (!Object.hasOwn(exports, 'default')) {
    const [only] = Object.keys(exports);
    const hint = only === undefined ? '' : ` (it exports ${Object.keys(exports).join(', ')})`;
    throw fail(`has no default export${hint}: write "export default defineConfig({ ... })".`);
  }
  const { default: config } = exports;
  if (isThenable(config)) {
    throw fail(
      'exports a promise: the server needs the config immediately: write "export default await ...".',
    );
  }
  if (typeof config === 'function') {
    throw fail('exports a function: write "export default defineConfig({ ... })".');
  }
  return config;
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

interface Run {
  readonly bundle: ConfigBundle;
  readonly file: string;
  /** Name of the module in stack traces. */
  readonly name: string;
  readonly url: string;
}

async function issueOf(error: unknown, run: Run): Promise<LocatedConfigIssue> {
  const place = placeOf(error, run) ?? { file: run.file, line: null };
  const missing = await missingExport(error, run.bundle);
  if (missing !== null) return { ...place, path: '', ...missing };
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `it throws ${showValue(error)}`;
  return { ...place, path: '', message: `could not be run: ${withoutUrls(reason, run)}` };
}

/**
 * Message for a missing export, as in `import { defineConfg } from 'svc'`, which Node reports as a syntax
 * error.
 */
async function missingExport(
  error: unknown,
  { packages }: ConfigBundle,
): Promise<{ readonly message: string; readonly suggestion?: string } | null> {
  if (!(error instanceof SyntaxError)) return null;
  const [, url = '', name = ''] =
    /^The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(error.message) ?? [];
  const specifier = packages.get(url);
  if (specifier === undefined) return null;
  const known = Object.keys((await import(/* @vite-ignore */ url)) as object);
  const suggestion = nearestName(name, known);
  const message = `imports ${JSON.stringify(name)} from ${JSON.stringify(specifier)}, which has no such export.`;
  return suggestion === null ? { message } : { message, suggestion };
}

function withoutUrls(text: string, { bundle, url: own }: Run): string {
  let plain = text.replaceAll(own, 'the config');
  for (const [url, specifier] of bundle.packages) plain = plain.replaceAll(url, specifier);
  return plain;
}

/** Position of an error: the first stack frame in the user's source. */
function placeOf(error: unknown, { bundle, name, url }: Run): { file: string; line: number } | null {
  if (!(error instanceof Error) || error.stack === undefined) return null;
  const frame = new RegExp(`${name.replaceAll('.', '\\.')}:(\\d+)(?::(\\d+))?`);
  const [, line, column = '1'] = frame.exec(error.stack.replaceAll(url, name)) ?? [];
  if (line === undefined) return null;
  const map = new SourceMap(JSON.parse(bundle.map) as SourceMapPayload);
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return null;
  return { file: bundle.pathOf(entry.originalSource), line: entry.originalLine + 1 };
}
