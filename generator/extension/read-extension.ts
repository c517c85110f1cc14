/** The extension of the dashboard that a config names: bundled, checked, and added to the IR. */
import { dirname, join } from 'node:path';
import { createProblems } from '../../runtime/config/validate/problem.js';
import { ConfigError } from '../../runtime/errors/config-error.js';
import type { Ir } from '../ir/ir.js';
import { asConfigError } from '../load/build-issues.js';
import { extensionOf } from '../load/extension-file.js';
import type { LoadedConfig } from '../load/load-config.js';
import {
  type BundledExtension,
  bundleExtension,
  type ExtensionSource,
  scriptOf,
} from './bundle-extension.js';
import { checkExtension, unknownWidgets } from './check-extension.js';
import { runExtension } from './run-extension.js';

/** The IR of a project, with its extension if it has one. */
export interface ExtendedIr {
  readonly ir: Ir;
  /** Absolute paths of the files that the extension is made of; empty without one. */
  readonly sources: readonly string[];
  /** Absolute path of an extension that needs a browser at once, so that the names in it were not checked. */
  readonly unchecked: string | null;
}

/** Max size of everything that an extension serves, which is held in memory. */
const maxBytes = 5_000_000;

type Loaded = Pick<LoadedConfig, 'config' | 'file' | 'locate'>;

/**
 * Adds the extension to the IR, as a module with a hash in its name. Throws a `ConfigError` if it cannot be
 * bundled or names what the config does not have.
 *
 * @param output - absolute path of the output folder
 */
export async function withExtension(ir: Ir, loaded: Loaded, output: string): Promise<ExtendedIr> {
  const own = extensionOf(loaded.config, dirname(loaded.file));
  if (own === null || ir.branding === null) return { ir, sources: [], unchecked: null };
  const { emitSdk } = await import('../emit/sdk.js');
  const generated = new Map(emitSdk(ir).map(({ path, content }) => [join(output, path), content]));
  const source: ExtensionSource = { file: own, output, generated };
  const bundle = await bundled(source);
  const extension = runExtension(await scriptOf(source));
  // What cannot run without a browser is not checked.
  if (extension !== undefined) await check(extension, { ir, file: own, loaded });
  const { module, css, files } = bundle;
  const address = (name: string): string => `/admin/brand/${name}`;
  const served = { module: address(module), css: css === null ? null : address(css) };
  return {
    ir: {
      ...ir,
      branding: { ...ir.branding, extension: served },
      brandFiles: { ...ir.brandFiles, ...Object.fromEntries(files) },
    },
    sources: bundle.sources,
    unchecked: extension === undefined ? own : null,
  };
}

async function bundled(source: ExtensionSource): Promise<BundledExtension> {
  const bundle = await bundleOrIssue(source);
  const bytes = [...bundle.files.values()].reduce((sum, { length }) => sum + (length * 3) / 4, 0);
  if (bytes <= maxBytes) return bundle;
  throw issue(source.file, `is bundled to more than ${maxBytes} bytes, which every user would load`);
}

async function bundleOrIssue(source: ExtensionSource): Promise<BundledExtension> {
  try {
    return await bundleExtension(source);
  } catch (error) {
    const known = asConfigError(error, source.file);
    if (!(known instanceof ConfigError)) throw error;
    const isMissing = known.issues.some(({ message }) => message.includes('for import "default"'));
    throw isMissing
      ? issue(source.file, 'has no default export: write export default defineAdmin({ ... })')
      : known;
  }
}

function issue(file: string, message: string): ConfigError {
  return new ConfigError([{ file, line: null, path: '', message: `${message}.` }]);
}

interface Checked {
  readonly ir: Ir;
  /** Absolute path of the extension. */
  readonly file: string;
  readonly loaded: Loaded;
}

async function check(extension: unknown, { ir, file, loaded }: Checked): Promise<void> {
  const problems = createProblems();
  checkExtension(extension, ir, problems);
  const found = problems.all.map(({ keys: _keys, ...problem }) => ({ file, line: null, ...problem }));
  const missing = unknownWidgets(extension, loaded.config);
  if (found.length + missing.length === 0) return;
  throw new ConfigError([...found, ...(missing.length === 0 ? [] : await loaded.locate(missing))]);
}
