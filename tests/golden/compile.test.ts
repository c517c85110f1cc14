import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitAll } from '../../generator/emit/emit-all.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import type { SdkLanguage } from '../../generator/ir/ir.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { type Compiler, compilerBinary, compilers } from '../packaging/packed-package.js';
import { draws } from '../support/draws.js';
import { irOf, scratchFolder, writeFiles } from '../support/emitted.js';
import { randomConfig } from '../support/random-config.js';
import { strictest } from '../support/strictest-options.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = [
  'minimal',
  'access',
  'blog',
  'content-tools',
  'drafts',
  'every-field',
  'name-clash',
  'website',
];

/** The output of a compiler for the `generated/` folders of a folder. */
async function compile(compiler: Compiler, folder: string): Promise<string> {
  const options = { compilerOptions: strictest, include: ['*/generated/**/*.ts', '*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const child = spawn(process.execPath, [compilerBinary(compiler), '-p', folder, '--pretty', 'false']);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  await new Promise((resolve) => child.once('close', resolve));
  // A config relies on inference, which isolatedDeclarations forbids for exports; the emitted code is not the
  // cause.
  return output.replace(/^fixtures\/\S+ error TS90\d\d: .*\n/gm, '');
}

/** A form that is validated and sent; the types of the validator and the client must fit together. */
const program = `
import type * as z from 'zod';
import { createClient } from './blog/generated/sdk/index.js';
import { postsCreate, postsUpdate, type siteSettingsDraft } from './blog/generated/sdk/validators.js';
import type { Post, PostCreate } from './blog/generated/types.js';

const client = createClient({ baseUrl: 'http://localhost' });

export async function save(form: unknown): Promise<Post> {
  const data: z.infer<typeof postsCreate> = postsCreate.parse(form);
  const created: Post = await client.posts.create(data);
  return client.posts.update(created.id, { seo: postsUpdate.shape.seo.parse({ title: undefined }) });
}

export const input: PostCreate = { title: 'x', author: 'y', excerpt: undefined, seo: { title: undefined } };
export const draft: z.input<typeof siteSettingsDraft> = { navigation: [{ label: null }] };
export const slug: string | null | undefined = postsCreate.pick({ slug: true }).parse({}).slug;
// @ts-expect-error A title is asked for.
export const wrong: z.input<typeof postsCreate> = { author: 'y' };
`;

async function emittedFixtures(sdk: SdkLanguage): Promise<string> {
  const folder = scratchFolder();
  for (const name of fixtures) {
    const output = join(folder, name, 'generated');
    const ir = buildIr(await loadConfig({ cwd: join(root, 'fixtures', name) }), { output, version: '0.0.0' });
    writeFiles(output, emitAll({ ...ir, sdk }));
  }
  writeFileSync(join(folder, 'program.ts'), program);
  return folder;
}

test.each((['js', 'ts'] as const).flatMap((sdk) => compilers.map((compiler) => [compiler, sdk] as const)))(
  'the fixtures compile under %s with the strictest settings, their SDK as %s',
  async (compiler, sdk) => {
    expect(existsSync(join(root, 'dist/runtime/index.d.ts'))).toBe(true);
    expect(await compile(compiler, await emittedFixtures(sdk))).toBe('');
  },
  180_000,
);

test('random hostile configs compile with the strictest settings', async () => {
  const seed = Number(process.env['SVC_TEST_SEED'] ?? randomInt(2 ** 31));
  const folder = scratchFolder();
  fc.sample(randomConfig, { numRuns: draws(40), seed }).forEach((config, index) => {
    // One program has all of them, so none may add to the types of `svc`.
    const ir = { ...irOf(config), configImport: '../../svc.config.js', configTypes: null };
    writeFiles(
      join(folder, String(index), 'generated'),
      emitAll({ ...ir, sdk: index % 2 === 0 ? 'js' : 'ts' }),
    );
    writeFileSync(join(folder, String(index), 'config.json'), JSON.stringify(config));
  });
  writeFileSync(join(folder, 'svc.config.ts'), 'const config: object = {};\nexport default config;\n');
  expect(await compile('typescript', folder), `SVC_TEST_SEED=${seed}`).toBe('');
}, 180_000);
