import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFiles, migrationsName } from '../../runtime/cli/index.js';
import { type Generation, runGeneration } from '../generate/generation.js';
import type { ConfigOptions } from '../options.js';
import { withProgress } from '../terminal/progress.js';
import { distFolder, makeRecord, projectMigrations } from './build-record.js';
import { ownPackageFolder, serverPackages } from './server-packages.js';
import { serverProgram } from './server-program.js';
import { writeDist } from './write-dist.js';

export interface BuildResult {
  readonly generation: Generation;
  /** Paths relative to the project's folder, with their size in bytes. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly milliseconds: number;
}

/** Generates, then builds `dist/server.js`. */
export async function buildProject(project: string, options: ConfigOptions): Promise<BuildResult> {
  const begin = performance.now();
  const generation = await runGeneration({ ...options, needsEntry: true });
  const outfile = join(project, distFolder, 'server.js');
  const bundle = await withProgress('Bundling', async () => {
    const { bundleServer } = await import('./bundle-server.js');
    return await bundleServer({
      entry: generation.entry ?? join(generation.output, 'server.ts'),
      outfile,
      program: serverProgram(generation),
    });
  });
  // What the server reads in addition to its code; a config without a dashboard has no `admin.json`.
  const data = ['openapi.json', 'openapi.public.json', 'admin.json', 'brand.json'].filter((name) =>
    existsSync(join(generation.output, name)),
  );
  const folder = projectMigrations(project, options);
  const migrations = migrationFiles(folder).map((name) => ({ name, file: join(folder, name) }));
  const packages = serverPackages({
    project,
    imported: bundle.packages,
    hasAdmin: data.includes('admin.json'),
    takesImages: generation.takesImages,
  });
  const contents = new Map<string, string | Uint8Array>([
    ['server.js', bundle.code],
    ['server.js.map', bundle.map],
    ...data.map((name) => [name, readFileSync(join(generation.output, name), 'utf8')] as const),
    ...migrations.map(({ name, file }) => [`${migrationsName}/${name}`, readFileSync(file, 'utf8')] as const),
    ...packages,
  ]);
  const inputs = new Set([...generation.sources, ...bundle.inputs, ...migrations.map(({ file }) => file)]);
  for (const name of data) inputs.add(join(generation.output, name));
  writeDist(project, contents, makeRecord(project, [...contents.keys()], [...inputs]));
  return {
    generation,
    files: shownFiles(contents),
    milliseconds: performance.now() - begin,
  };
}

/** Shows the package of svc as one entry: its files are not the project's. */
function shownFiles(contents: ReadonlyMap<string, string | Uint8Array>): BuildResult['files'] {
  const bytes = new Map<string, number>();
  for (const [name, content] of contents) {
    const shown = name.startsWith(`${ownPackageFolder}/`) ? `${ownPackageFolder}/` : name;
    bytes.set(shown, (bytes.get(shown) ?? 0) + Buffer.byteLength(content));
  }
  return [...bytes].map(([name, size]) => ({ path: `${distFolder}/${name}`, bytes: size }));
}
