import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { type BuildFailure, build, type Metafile } from 'esbuild';
import { shownPath } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { ownLocation } from './own-location.js';
import { packagesOutside } from './packages-outside.js';

export interface BundleOptions {
  /** The file that is run. */
  readonly entry: string;
  readonly outfile: string;
  /** Makes a program of the bundle. Default: it does and exports what the entry does. */
  readonly program?: ServerProgram;
}

/** A bundle that runs without the sources of the project. */
export interface ServerProgram {
  /** Text of a module that is bundled instead of the entry, in the folder of the entry. */
  readonly main: string;
  /** Text that runs before every bundled module. */
  readonly before: string;
  /** Files that get the location of the bundle as their `import.meta.url`. */
  readonly moved: readonly string[];
}

export interface ServerBundle {
  readonly code: string;
  /** JSON source map. */
  readonly map: string;
  /** Absolute paths of all files in the bundle. */
  readonly inputs: readonly string[];
  /** Names of the packages that stay imports. */
  readonly packages: readonly string[];
}

/** What the module that a program consists of is called in the source map. */
const programName = 'svc-program.js';

/**
 * Bundles generated code, config and their local imports into one ES module; packages stay imports. Writes
 * nothing.
 */
export async function bundleServer({ entry, outfile, program }: BundleOptions): Promise<ServerBundle> {
  const folder = dirname(entry);
  const result = await build({
    ...(program === undefined
      ? { entryPoints: [entry] }
      : { stdin: { contents: program.main, resolveDir: folder, sourcefile: programName } }),
    absWorkingDir: folder,
    outfile,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: [],
    mainFields: ['main'],
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    // CommonJS files of the user may require packages, and an ES module has no `require`.
    banner: {
      js: `import { createRequire as __svc_createRequire } from 'node:module'; const require = __svc_createRequire(import.meta.url);${program?.before ?? ''}`,
    },
    plugins: [ownLocation({ outfile, except: program?.moved ?? [] }), packagesOutside(folder)],
  }).catch((cause: BuildFailure) => {
    throw new CommandError(buildIssues(cause, folder), { cause });
  });
  const text = (ending: string): string =>
    result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inputs = Object.keys(result.metafile.inputs)
    .filter((path) => !path.startsWith('svc-location:') && path !== programName)
    .map((path) => resolve(folder, path));
  return {
    code: text('js'),
    map: text('.map'),
    inputs: inputs.sort(),
    packages: packagesOf(result.metafile),
  };
}

function packagesOf({ outputs }: Metafile): readonly string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const names = imports
    .filter(({ external, path }) => external === true && !isBuiltin(path))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names)].sort();
}

function buildIssues({ errors, message }: BuildFailure, folder: string): readonly string[] {
  if (errors === undefined) return [`error: ${message}`];
  return errors.map(({ location, text }) => {
    const place = location ? `${shownPath(resolve(folder, location.file))}:${location.line} ` : '';
    return `error: ${place}${text}${installHint(text)}`;
  });
}

function installHint(text: string): string {
  const name = /^Could not resolve "(@[^/"]+\/[^/"]+|[^./"][^/"]*)/.exec(text)?.[1];
  return name === undefined ? '' : `: run \`npm install ${name}\`.`;
}
