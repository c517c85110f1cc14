import { dirname, resolve } from 'node:path';
import { type BuildFailure, build } from 'esbuild';
import { CommandError } from '../command-error.js';
import { shownPath } from '../terminal/shown-path.js';
import { ownLocation } from './own-location.js';
import { packagesOutside } from './packages-outside.js';

export interface BundleOptions {
  /** The file that is run. */
  readonly entry: string;
  readonly outfile: string;
  /** Keeps `import.meta.url` of the entry pointing at the bundle. */
  readonly entryMoves: boolean;
}

export interface ServerBundle {
  readonly code: string;
  /** JSON source map. */
  readonly map: string;
  /** Absolute paths of all files in it. */
  readonly inputs: readonly string[];
}

/** One ES module with generated code, config and their local imports; packages stay imports. Writes nothing. */
export async function bundleServer({ entry, outfile, entryMoves }: BundleOptions): Promise<ServerBundle> {
  const folder = dirname(entry);
  const result = await build({
    entryPoints: [entry],
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
    // CommonJS files among the user's own may require packages, and an ES module has no `require`.
    banner: {
      js: "import { createRequire as __svc_createRequire } from 'node:module'; const require = __svc_createRequire(import.meta.url);",
    },
    plugins: [ownLocation({ outfile, except: entryMoves ? [entry] : [] }), packagesOutside()],
  }).catch((cause: BuildFailure) => {
    throw new CommandError(buildFaults(cause, folder), { cause });
  });
  const text = (ending: string): string =>
    result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inputs = Object.keys(result.metafile.inputs)
    .filter((path) => !path.startsWith('svc-location:'))
    .map((path) => resolve(folder, path));
  return { code: text('js'), map: text('.map'), inputs: inputs.sort() };
}

function buildFaults({ errors, message }: BuildFailure, folder: string): readonly string[] {
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
