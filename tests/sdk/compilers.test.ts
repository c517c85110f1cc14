/**
 * The emitted types with every compiler, module resolution and library that a frontend may use, with checked
 * declarations.
 */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitAll } from '../../generator/emit/emit-all.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { compilerBinary, compilers, testNewest, testOlder } from '../packaging/packed-package.js';
import { run, type TemporaryFolder, temporaryFolder, writeFiles } from '../support/svc-command.js';

const program = `
import { createClient as createPackageClient, type SvcClient as PackageClient } from 'blog-sdk';
import { createClient, isSvcError, type Post, type PostCreate, SvcError, type SvcClient } from './generated/sdk/index.js';

export const client: SvcClient = createClient({ baseUrl: 'http://localhost:3000' });
export const other: PackageClient = createPackageClient({ baseUrl: 'http://localhost:3000', retry: false });

export async function titles(data: PostCreate): Promise<readonly string[]> {
  const created: Post = await client.posts.create(data);
  const { docs } = await client.posts.find({ where: { 'author.name': { contains: 'a' } }, select: ['title'], depth: 1 });
  for await (const { title } of client.posts.iterate({ select: ['title'] })) if (title === created.title) break;
  const { data: me, error } = await client.safe.auth.me();
  if (error?.code === 'UNAUTHENTICATED' || me === undefined) return [];
  return docs.map(({ title }) => title);
}

export function reason(error: unknown): unknown {
  if (error instanceof SvcError && error.code === 'NETWORK') return error.cause;
  return isSvcError(error) && error.code === 'CONFLICT' ? error.currentRevision : undefined;
}

// @ts-expect-error There is no such field.
export const wrong: PostCreate = { titel: 'x' };
`;

const form = `
import type * as z from 'zod';
import { postsCreate } from 'blog-sdk/validators';
import { postsUpdate } from './generated/sdk/validators.js';

export const data: z.infer<typeof postsCreate> = postsCreate.parse({ title: 'x', author: 'y' });
export const title: string | undefined = postsUpdate.pick({ title: true }).parse({}).title;
`;

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  skipLibCheck: false,
  noEmit: true,
  types: [],
};

interface Setting {
  readonly options: object;
  readonly files: readonly string[];
}

const settings: Readonly<Record<string, Setting>> = {
  'a bundler, ES2020 and DOM': {
    options: { target: 'es2020', lib: ['es2020', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
    files: ['program.ts', 'form.ts'],
  },
  nodenext: {
    options: { target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', moduleResolution: 'nodenext' },
    files: ['program.ts', 'form.ts'],
  },
  node16: {
    options: { target: 'es2022', lib: ['es2022', 'dom'], module: 'node16', moduleResolution: 'node16' },
    files: ['program.ts'],
  },
  // @react-native/typescript-config: no DOM, and of the features after ES2020 only those of Hermes.
  "React Native's library": {
    options: {
      ...{ target: 'esnext', module: 'esnext', moduleResolution: 'bundler' },
      customConditions: ['react-native'],
      lib: [
        ...['es2019', 'es2020.bigint', 'es2020.date', 'es2020.number', 'es2020.promise', 'es2020.string'],
        ...['es2020.symbol.wellknown', 'es2021.promise', 'es2021.string', 'es2021.weakref'],
        ...['es2022.array', 'es2022.object', 'es2022.string'],
      ],
    },
    files: ['program.ts'],
  },
};

let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
  const expected = join(packageRoot, 'fixtures/blog/expected/sdk');
  const modules = join(folder.path, 'node_modules');
  mkdirSync(modules);
  cpSync(expected, join(folder.path, 'generated/sdk'), { recursive: true });
  cpSync(expected, join(modules, 'blog-sdk'), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules/zod'), join(modules, 'zod'));
  writeFiles(folder.path, {
    'package.json': '{ "type": "module" }',
    'program.ts': program,
    'form.ts': form,
    'common.cjs': "console.log(typeof require('blog-sdk').createClient);\n",
    // A user's program, which Node runs without a build.
    'program.js': `
import { createClient, isSvcError } from 'blog-sdk';
import { postsCreate } from 'blog-sdk/validators';
import * as copied from './generated/sdk/index.js';

const { error } = await createClient({ baseUrl: 'http://127.0.0.1:1', retry: false }).safe.posts.find();
console.log(isSvcError(error), error?.code, typeof copied.createClient, postsCreate.safeParse({}).success);
`,
  });
});
afterAll(() => folder?.[Symbol.dispose]());

describe.each(compilers)('with %s', (compiler) => {
  test.each(Object.entries(settings))(
    'the types hold under %s',
    async (name, { options, files }) => {
      const project = `tsconfig.${name.replace(/\W+/g, '-')}.json`;
      writeFiles(folder.path, {
        [project]: JSON.stringify({ compilerOptions: { ...strict, ...options }, files }),
      });
      const args = [compilerBinary(compiler), '-p', project, '--pretty', 'false'];
      const { code, stdout } = await run(process.execPath, args, { cwd: folder.path });
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    },
    120_000,
  );
});

testOlder(
  'as TypeScript it compiles with the library of ES2020 and DOM',
  async () => {
    const loaded = await loadConfig({ cwd: join(packageRoot, 'fixtures/blog') });
    const output = join(folder.path, 'typescript');
    const ir = buildIr(loaded, { output, version: '0.0.0' });
    const files = emitAll({ ...ir, sdk: 'ts' }).filter(({ path }) => path.startsWith('sdk/'));
    writeFiles(output, Object.fromEntries(files.map(({ path, content }) => [path, content])));
    const { options } = settings['a bundler, ES2020 and DOM'] ?? { options: {} };
    writeFiles(output, {
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...strict, ...options }, include: ['sdk'] }),
    });
    const { code, stdout } = await run(process.execPath, [compilerBinary('typescript-5.9'), '-p', output], {
      cwd: output,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  },
  120_000,
);

testNewest('a CommonJS program of Node requires the package', async () => {
  const { code, stdout } = await run(process.execPath, ['common.cjs'], { cwd: folder.path });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'function\n' });
});

testNewest('plain Node imports the emitted files, by path and by the name of the package', async () => {
  const { code, stdout, stderr } = await run(process.execPath, ['program.js'], { cwd: folder.path });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'true NETWORK function false\n', stderr: '' });
});
