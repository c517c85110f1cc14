/**
 * The cost of the SDK's types for the compiler: instantiations that tsc counts for a program of no, one and
 * eight calls over 10 and over 100 collections, with each version of TypeScript. `npm run build` first, then
 * `npm run bench:sdk-types`.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeSdk } from './large-sdk.js';

const root = join(import.meta.dirname, '..');
const compilers = { '5.9': 'typescript-5.9', '6.0': 'typescript-6', '7.0': 'typescript' } as const;

const begin = `import { createClient } from './generated/sdk/index.js';

const client = createClient({ baseUrl: 'http://localhost:3000' });
`;

const programs = {
  'no call': `${begin}export { client };\n`,
  'one call': `${begin}
const { docs } = await client.collection0.find({ where: { title: { contains: 'a' } }, sort: 'createdAt_desc', limit: 3 });
console.log(docs[0]?.title);
`,
  'eight calls': `${begin}
const page = await client.collection0.find({ where: { title: { contains: 'a' }, 'next.title': 'b' }, sort: 'createdAt_desc' });
const some = await client.collection1.find({ depth: 1, select: ['title', 'next.title', 'seo.title'] });
const one = await client.collection2.findById('x', { depth: 2 });
const made = await client.collection3.create({ title: 'x', next: one.id });
const { data, error } = await client.safe.collection4.update(made.id, { seo: { title: 'x' } }, { ifMatch: made._revision });
if (error?.code === 'CONFLICT') console.log(error.currentRevision);
for await (const { title } of client.collection5.iterate({ select: ['title'] })) console.log(title);
const number = await client.collection6.count({ where: { status: 'open' } });
await client.collection7.delete(made.id);
console.log(page.docs[0]?.title, some.docs[0]?.next?.title, one.next?.next?.title, data?.seo.title, number);
`,
} as const;

interface Cost {
  readonly instantiations: number;
  readonly milliseconds: number;
}

function costOf(compiler: string, folder: string, file: string): Cost {
  const flags = [
    ...[
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
    ],
    ...['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--extendedDiagnostics'],
  ];
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...flags, file], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} does not compile:\n${stdout}`);
  return {
    instantiations: Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]),
    milliseconds: Math.round(Number(/Check time:\s+([\d.]+)s/.exec(stdout)?.[1]) * 1000),
  };
}

for (const collections of [10, 100]) {
  const { folder, remove } = largeSdk(collections);
  try {
    console.log(`\n${collections} collections: instantiations (milliseconds of checking)`);
    const rows = Object.entries(programs).map(([name, text]) => {
      const file = `${name.replace(' ', '-')}.ts`;
      writeFileSync(join(folder, file), text);
      const costs = Object.entries(compilers).map(([version, compiler]) => {
        const { instantiations, milliseconds } = costOf(compiler, folder, file);
        return [`TypeScript ${version}`, `${instantiations} (${milliseconds})`] as const;
      });
      return [name, Object.fromEntries(costs)] as const;
    });
    console.table(Object.fromEntries(rows));
  } finally {
    remove();
  }
}
