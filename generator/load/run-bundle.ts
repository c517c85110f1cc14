/** Runs a bundled config. What it throws becomes a fault with the file and line of the user's own source. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { showValue } from '../../runtime/config/validate/show-value.js';
import { ConfigError, type ConfigFault } from '../../runtime/errors/config-error.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import type { ConfigBundle } from './bundle-config.js';

let runs = 0;

/** Milliseconds; a config may ask other services for what it needs. */
const longestRun = 60_000;

/**
 * Imports the bundle as a `data:` URL: nothing is written into the user's folder, so nothing can be left behind or be
 * mixed up by two loads at once; and each run is a module of its own, also of the same text.
 *
 * @returns What the config exports as default.
 * @throws ConfigError
 */
export async function runBundle(
  bundle: ConfigBundle,
  file: string,
  timeout: number = longestRun,
): Promise<unknown> {
  runs += 1;
  const name = `svc-config-${process.pid}-${runs}.mjs`;
  // Stack traces name the module so, and not by its whole text.
  const code = `${bundle.code}\n//# sourceURL=${name}\n`;
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await inTime(import(/* @vite-ignore */ url), timeout);
  } catch (error) {
    throw new ConfigError([await faultOf(error, { bundle, file, name, url })], { cause: error });
  }
  return defaultExport(exports, file);
}

/** A config that waits for what never comes would otherwise end the process without a word. */
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
    throw fail('exports a promise: the server needs the config at once, write "export default await ...".');
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
  /** Of the module in stack traces. */
  readonly name: string;
  readonly url: string;
}

async function faultOf(error: unknown, run: Run): Promise<ConfigFault> {
  const place = placeOf(error, run) ?? { file: run.file, line: null };
  const missing = await missingExport(error, run.bundle);
  if (missing !== null) return { ...place, path: '', ...missing };
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `it throws ${showValue(error)}`;
  return { ...place, path: '', message: `could not be run: ${withoutUrls(reason, run)}` };
}

/** `import { defineConfg } from 'svc'` is no fault of syntax for those who read the message. */
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

/** Where the error comes from: the first frame of the stack that is the user's. */
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
