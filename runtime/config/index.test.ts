import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('the entry point loads no package and no module of Node', async () => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'index.ts')],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    external: ['*'],
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => ({
            path: join(resolveDir, path.replace(/\.js$/, '.ts')),
          })),
      },
    ],
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports).toEqual([]);
  expect(output?.bytes).toBeLessThan(10_000);
});
