/**
 * The size that the SDK adds to a frontend: bytes of a program of one and of many calls over 10 and 100
 * collections, bundled and minified by esbuild. `npm run build` first, then
 * `node scripts/run.js bench/sdk-size.ts`.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { largeSdk } from './large-sdk.js';

const begin = `import { createClient } from './generated/sdk/index.js';
const client = createClient({ baseUrl: 'http://localhost:3000' });
`;
const oneCall = `${begin}console.log(await client.collection0.find({ limit: 3 }));`;

function callsOfAll(collections: number): string {
  const calls = Array.from({ length: collections }, (_, index) => {
    const name = `client.collection${index}`;
    return `console.log(await ${name}.find({ limit: ${index} }), await ${name}.create({ title: 'x' }), await ${name}.delete('x'));`;
  });
  return begin + calls.join('\n');
}

async function sizeOf(folder: string, contents: string): Promise<object> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    // As the usual bundlers do: what only some calls need is in files that they load.
    ...{ splitting: true, outdir: '/' },
  });
  const { contents: bytes } = outputFiles[0] ?? { contents: new Uint8Array() };
  return { minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

for (const collections of [10, 100]) {
  const { folder, remove } = largeSdk(collections);
  try {
    console.log(`\n${collections} collections, ${join('generated', 'sdk')}: bytes`);
    console.table({
      'a program of one call': await sizeOf(folder, oneCall),
      'three calls to each collection': await sizeOf(folder, callsOfAll(collections)),
    });
  } finally {
    remove();
  }
}

const withAuth = `import { createClient } from './fixtures/access/expected/sdk/index.js';
const client = createClient({ baseUrl: 'http://localhost:3000' });
console.log(await client.articles.find({ limit: 3 }));`;
console.log('\nA contract with authentication (fixtures/access): bytes');
console.table({ 'a program of one call': await sizeOf(join(import.meta.dirname, '..'), withAuth) });
