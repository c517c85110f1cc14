import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { type Compiler, compilerBinary, compilers, testNewest } from '../packaging/packed-package.js';
import { scratchFolder } from '../support/emitted.js';

const root = join(import.meta.dirname, '../..');
/** The declarations that users have. */
const published = join(root, 'dist/runtime/config/index.d.ts');
const folder = mkdtempSync(join(tmpdir(), 'svc-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

function compile(
  compiler: Compiler,
  include: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): string {
  const project = join(folder, `tsconfig.${compiler}.json`);
  const compilerOptions = {
    paths: { svc: [published] },
    // This test does not cover type libraries.
    types: [],
    skipLibCheck: true,
    // Users export the result of `defineConfig` without writing its type.
    isolatedDeclarations: false,
    declaration: false,
    ...options,
  };
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include, exclude: [] }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [compilerBinary(compiler), '-p', project, '--extendedDiagnostics'],
    {
      encoding: 'utf8',
    },
  );
  return stdout;
}

/** A copy of a file that imports the published declarations. */
function asUser(file: string): string {
  const text = readFileSync(join(root, 'tests/types', file), 'utf8');
  const copy = join(folder, file);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(copy, text.replace("'../../runtime/config/index.js'", "'svc'"));
  return copy;
}

const errorsIn = (output: string): readonly string[] =>
  output.split('\n').filter((line) => /error TS\d+/.test(line));

test.each(compilers)(
  'configs are accepted and mistakes refused where they are made (%s)',
  (compiler) => {
    const output = compile(compiler, [
      asUser('config-accepts.ts'),
      asUser('config-refuses.ts'),
      asUser('config-access.ts'),
      asUser('config-hooks.ts'),
      asUser('config-layouts.ts'),
      asUser('config-virtual.ts'),
      asUser('local-before.ts'),
    ]);
    expect(errorsIn(output)).toEqual([]);
  },
  120_000,
);

test.each(compilers)(
  'a config is typed by what is generated from it, and accepted before that (%s)',
  async (compiler) => {
    const project = scratchFolder();
    cpSync(join(root, 'tests/types/registered'), project, { recursive: true });
    // Before the first run every role and every filter is accepted, so that no expectation holds.
    for (const [name, always] of [
      ['roles.ts', 0],
      ['access.ts', 1],
    ] as const) {
      const file = join(project, name);
      const before = errorsIn(compile(compiler, [file]));
      expect(before.filter((line) => !line.includes('TS2578'))).toEqual([]);
      const expected = readFileSync(file, 'utf8').split('@ts-expect-error').length - 1;
      expect(before).toHaveLength(expected - always);
    }
    await generate({ cwd: project });
    const names = ['svc.config.ts', 'svc-env.d.ts', 'roles.ts', 'access.ts', 'types.ts', 'local.ts'];
    const files = names.map((name) => join(project, name));
    expect(errorsIn(compile(compiler, files, { skipLibCheck: false }))).toEqual([]);
  },
  120_000,
);

testNewest(
  'mistakes are refused in a project without strict, too',
  () => {
    const loose = { strict: false, exactOptionalPropertyTypes: false };
    expect(errorsIn(compile('typescript', [asUser('config-refuses.ts')], loose))).toEqual([]);
  },
  120_000,
);

test.each(compilers.filter((each) => each !== 'typescript-6'))(
  'the cost of the types grows no faster than the config (%s)',
  (compiler) => {
    const cost = (collections: number): number => {
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'svc.config.ts'), largeConfig(collections));
      const output = compile(compiler, [join(folder, 'svc.config.ts')]);
      expect(errorsIn(output)).toEqual([]);
      return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1]);
    };
    const [few, more, many] = [cost(1), cost(6), cost(16)];
    const [first, later] = [(more - few) / 5, (many - more) / 10];
    expect(later).toBeLessThan(first * 1.3);
    expect(later).toBeLessThan(10_000);
  },
  240_000,
);

test('the types of `svc` do not load those of the code behind them', () => {
  const options = ['--listFilesOnly', '--module', 'nodenext', '--target', 'es2023', published];
  const { stdout } = spawnSync(
    process.execPath,
    [compilerBinary('typescript'), '--ignoreConfig', ...options],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toContain('/dist/runtime/fields/types/email.d.ts');
  expect(stdout).not.toMatch(/runtime\/(?:fields\/families|config\/validate|errors\/reasons)\//);
}, 60_000);

/** Config with the given number of collections, each with 15 fields, hooks and a callback. */
function largeConfig(count: number): string {
  const collections = Array.from({ length: count }, (_, index) => {
    const next = `c${(index + 1) % count}`;
    return `{
      slug: 'c${index}',
      admin: { useAsTitle: 'title', defaultColumns: ['title', 'seo.title'] },
      defaultSort: 'title_asc',
      hooks: { beforeChange: ({ data, document }) => ({ ...data, title: data.title ?? document?.title }) },
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'summary', type: 'textarea', validate: (value) => value !== 'x' || 'Not x.' },
        { name: 'status', type: 'select', options: ['open', 'closed'], default: 'open' },
        { name: 'price', type: 'number', min: 0 },
        { name: 'next', type: 'relationship', to: '${next}' },
        { name: 'children', type: 'join', collection: '${next}', on: 'next', sort: 'title_asc' },
        { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
        { name: 'rows', type: 'array', fields: [{ name: 'label', type: 'text' }] },
        ${Array.from({ length: 6 }, (_each, field) => `{ name: 'f${field}', type: 'text' },`).join('\n        ')}
      ],
    }`;
  });
  return `import { defineConfig } from 'svc';\nexport default defineConfig({ collections: [${collections.join(', ')}] });\n`;
}
