import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitAll } from '../../generator/emit/emit-all.js';
import { emit } from '../../generator/generate.js';
import { irOf, scratchFolder, writeFiles } from '../support/emitted.js';
import { randomConfig } from '../support/random-config.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = ['minimal', 'access', 'blog', 'drafts', 'every-field', 'name-clash', 'website'];

/** Everything that style.md names, and what recommended configurations add. */
const strictest = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  skipLibCheck: false,
  noEmit: true,
};

/** What a compiler says about a folder's `generated/` folders. */
async function compile(compiler: string, folder: string): Promise<string> {
  const options = { compilerOptions: strictest, include: ['*/generated/**/*.ts', '*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', folder, '--pretty', 'false']);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  await new Promise((resolve) => child.once('close', resolve));
  // A config lives from inference, which isolatedDeclarations forbids to exports; that is not the emitted code's fault.
  return output.replace(/^fixtures\/\S+ error TS90\d\d: .*\n/gm, '');
}

/** A form that is validated and sent, under types that must fit together. */
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

async function emittedFixtures(): Promise<string> {
  const folder = scratchFolder();
  for (const name of fixtures) {
    const files = await emit({ cwd: join(root, 'fixtures', name), output: join(folder, name, 'generated') });
    writeFiles(join(folder, name, 'generated'), files);
  }
  writeFileSync(join(folder, 'program.ts'), program);
  return folder;
}

test.each(['typescript', 'typescript-6', 'typescript-5.9'])(
  'the fixtures compile under %s with the strictest settings',
  async (compiler) => {
    expect(existsSync(join(root, 'dist/runtime/index.d.ts'))).toBe(true);
    expect(await compile(compiler, await emittedFixtures())).toBe('');
  },
  180_000,
);

test('random hostile configs compile with the strictest settings', async () => {
  const folder = scratchFolder();
  fc.sample(randomConfig, 40).forEach((config, index) => {
    const ir = { ...irOf(config), configImport: '../../svc.config.js' };
    writeFiles(join(folder, String(index), 'generated'), emitAll(ir));
    writeFileSync(join(folder, String(index), 'config.json'), JSON.stringify(config));
  });
  writeFileSync(join(folder, 'svc.config.ts'), 'const config: object = {};\nexport default config;\n');
  expect(await compile('typescript', folder)).toBe('');
}, 180_000);
