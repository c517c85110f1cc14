import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, type TemporaryFolder, writeFiles } from '../support/svc-command.js';
import { compilerBinary, compilers, folderWithPackage } from './packed-package.js';

const program = `
import { atLeast, defineConfig, refuse, sqlite } from 'svc';
import { createService, type App, isMain, serve } from 'svc/runtime';

export const config = defineConfig({
  db: sqlite({ path: 'x.db' }),
  collections: [
    {
      slug: 'posts',
      access: { create: atLeast('editor') },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'related', type: 'relationship', to: 'posts' },
      ],
      hooks: {
        beforeChange: ({ data }) => {
          if (data.title === '') throw refuse('No title.');
        },
      },
    },
  ],
});

export function use(app: App): Promise<void> {
  return isMain(import.meta.url) ? serve(app) : app.ready();
}
export const make: typeof createService = createService;

defineConfig({
  // @ts-expect-error a misspelt slug
  collections: [{ slug: 'a', fields: [{ name: 'x', type: 'relationship', to: 'b' }] }],
});
`;

const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await folderWithPackage();
}, 600_000);
afterAll(() => folder?.[Symbol.dispose]());

describe.each(compilers)('with %s', (compiler) => {
  test.each(Object.entries(resolutions))(
    'the public types hold under %s, their own declarations checked too',
    async (name, resolution) => {
      const compilerOptions = {
        ...resolution,
        target: 'es2023',
        lib: ['es2023'],
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
        verbatimModuleSyntax: true,
        isolatedDeclarations: false,
        skipLibCheck: false,
        noEmit: true,
      };
      const project = join(folder.path, name);
      writeFiles(project, {
        'package.json': '{ "type": "module" }',
        'program.ts': program,
        'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.ts'] }),
      });
      const { code, stdout } = await run(process.execPath, [compilerBinary(compiler), '-p', project], {
        cwd: project,
      });
      expect(stdout).toBe('');
      expect(code).toBe(0);
    },
    120_000,
  );
});
