/** What a project without files does not have: nothing of them is loaded or emitted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { projectFolder, svc } from '../support/svc-command.js';

/** The sources that a program has loaded when it starts, with their sizes. */
function loadedAtStart({ outputs }: Metafile, entryPoint: string): ReadonlyMap<string, number> {
  const entries = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === entryPoint);
  const chunks = new Set(entries);
  for (const chunk of chunks)
    for (const { path, kind } of outputs[chunk]?.imports ?? [])
      if (kind !== 'dynamic-import' && path in outputs) chunks.add(path);
  return new Map(
    [...chunks].flatMap((chunk) =>
      Object.entries(outputs[chunk]?.inputs ?? {}).map(
        ([path, { bytesInOutput }]) => [path, bytesInOutput] as const,
      ),
    ),
  );
}

test('a server loads the names of routes and tables alone before a request with a file', async () => {
  const entry = 'runtime/index.ts';
  // As the package is built: what is loaded on demand is in chunks of its own.
  const { metafile } = await build({
    ...{ absWorkingDir: packageRoot, entryPoints: [entry], outdir: 'none', write: false, metafile: true },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' },
  });
  const loaded = [...loadedAtStart(metafile, entry)].filter(([path]) => path.startsWith('runtime/files/'));
  expect(loaded.map(([path]) => path.slice('runtime/files/'.length)).sort()).toEqual([
    'capability.ts',
    'handlers.ts',
    'images/require-sharp.ts',
    'records/tables.ts',
    'resumable/tus-version.ts',
  ]);
  expect(loaded.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(12_000);
});

test('code has no word of files', async () => {
  const notes = `{ slug: 'notes', fields: [{ name: 'title', type: 'text' }] }`;
  const configOf = (more: string): string =>
    `import { defineConfig } from 'svc';\nexport default defineConfig({ collections: [${notes}${more}] });\n`;
  const emitted = async (more: string): Promise<ReadonlyMap<string, string>> => {
    using folder = projectFolder({ 'svc.config.ts': configOf(more) });
    const { code, stderr } = await svc(['generate'], { cwd: folder.path });
    expect([code, stderr]).toEqual([0, '']);
    const root = join(folder.path, 'generated');
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    return new Map(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]));
  };
  const without = await emitted('');
  const withFiles = await emitted(`, { slug: 'papers', upload: { mimeTypes: ['text/plain'] }, fields: [] }`);
  const isOfUploads = (path: string): boolean => path.includes('uploads/');
  expect([...without.keys()].filter(isOfUploads)).toEqual([]);
  expect([...withFiles.keys()].filter(isOfUploads)).not.toEqual([]);
  // What is emitted for the config, and not the same for every config.
  for (const [path, text] of without)
    if (/\.[jt]s$/.test(path) && !/^(?:sdk\/core|validators\/core)\//.test(path))
      expect([path, words(text)]).toEqual([path, []]);
  const { paths } = JSON.parse(without.get('openapi.json') ?? '');
  expect(Object.keys(paths).filter((path) => /upload|file/.test(path))).toEqual([]);
});

function words(text: string): readonly string[] {
  return text.match(/fileUrl|createUpload|multipart|uploads?\b/gi) ?? [];
}
