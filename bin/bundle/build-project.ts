import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsName } from '../../runtime/storage/migrations/files/migrations-folder.js';
import { migrationFiles } from '../../runtime/storage/migrations/files/read-migrations.js';
import { type Generation, runGeneration } from '../generate/generation.js';
import type { ConfigOptions } from '../options.js';
import { withProgress } from '../terminal/progress.js';
import { distFolder, makeRecord, projectMigrations } from './build-record.js';
import { isModuleScope } from './module-scope.js';
import { writeDist } from './write-dist.js';

export interface BuildResult {
  readonly generation: Generation;
  /** Below the project's folder, with their size in bytes. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly milliseconds: number;
}

/** Generates, then makes `dist/server.js` of it. */
export async function buildProject(project: string, options: ConfigOptions): Promise<BuildResult> {
  const begin = performance.now();
  const generation = await runGeneration(options);
  const outfile = join(project, distFolder, 'server.js');
  const bundle = await withProgress('Bundling', async () => {
    const { bundleServer } = await import('./bundle-server.js');
    return await bundleServer({ entry: join(generation.output, 'server.ts'), outfile, entryMoves: true });
  });
  // What the server reads beside its code; a config without a dashboard has no `admin.json`.
  const data = ['openapi.json', 'admin.json', 'brand.json'].filter((name) =>
    existsSync(join(generation.output, name)),
  );
  const folder = projectMigrations(project, options);
  const migrations = migrationFiles(folder).map((name) => ({ name, file: join(folder, name) }));
  const contents = new Map<string, string>([
    ['server.js', bundle.code],
    ['server.js.map', bundle.map],
    ...data.map((name) => [name, readFileSync(join(generation.output, name), 'utf8')] as const),
    ...migrations.map(({ name, file }) => [`${migrationsName}/${name}`, readFileSync(file, 'utf8')] as const),
    // The server is an ES module whatever the project's package.json says.
    ...(isModuleScope(project) ? [] : ([['package.json', '{ "type": "module" }\n']] as const)),
  ]);
  const inputs = new Set([...generation.sources, ...bundle.inputs, ...migrations.map(({ file }) => file)]);
  for (const name of data) inputs.add(join(generation.output, name));
  writeDist(project, contents, makeRecord(project, [...contents.keys()], [...inputs]));
  return {
    generation,
    files: [...contents].map(([name, content]) => ({
      path: `${distFolder}/${name}`,
      bytes: Buffer.byteLength(content),
    })),
    milliseconds: performance.now() - begin,
  };
}
