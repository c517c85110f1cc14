/** The size that the client adds to a frontend: bytes of a minified program, as a browser loads it. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Bytes of the gzipped files that a browser loads for a program with one call. */
async function sizeWith(fixture: string, collection: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { createClient } from './expected/sdk/index.js';
        const client = createClient({ baseUrl: 'http://localhost:3000' });
        console.log(await client.${collection}.find({ limit: 3 }));`,
      resolveDir: join(import.meta.dirname, '../../fixtures', fixture),
      loader: 'ts',
    },
    ...{ bundle: true, minify: true, format: 'esm', write: false, metafile: true },
    // As the usual bundlers do: what only some calls need is in files that they load.
    ...{ splitting: true, outdir: '/' },
  });
  // Entries of their own cost nothing until they are imported.
  expect(Object.keys(metafile.inputs).filter((path) => /core\/(mocks|query|server)\//.test(path))).toEqual(
    [],
  );
  const [entry, ...others] = outputFiles.map(({ contents }) => contents);
  const [{ imports = [] } = {}] = Object.values(metafile.outputs);
  expect(imports.map(({ kind }) => kind).filter((kind) => kind !== 'dynamic-import')).toEqual([]);
  expect(others.length).toBe(imports.length);
  return gzipSync(entry ?? '', { level: 9 }).length;
}

// docs/sdk.md states these sizes: every program with the client contains all of it.
test.each([
  ['every-field', 'things', 2500],
  ['access', 'articles', 3600],
] as const)('a program of one call to %s', async (fixture, collection, most) => {
  const size = await sizeWith(fixture, collection);
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThanOrEqual(most);
});
