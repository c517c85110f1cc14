/** The size that the client adds to a frontend: bytes of a minified program, as a browser loads it. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Bytes of a gzipped program with one call. */
async function sizeWith(fixture: string, collection: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createClient } from './expected/sdk/index.js';
        const client = createClient({ baseUrl: 'http://localhost:3000' });
        console.log(await client.${collection}.find({ limit: 3 }));`,
      resolveDir: join(import.meta.dirname, '../../fixtures', fixture),
      loader: 'ts',
    },
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

// docs/sdk.md states these sizes: every program with the client contains all of it.
test.each([
  ['every-field', 'things', 2725],
  ['access', 'articles', 4075],
] as const)('a program of one call to %s', async (fixture, collection, most) => {
  const size = await sizeWith(fixture, collection);
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThanOrEqual(most);
});
