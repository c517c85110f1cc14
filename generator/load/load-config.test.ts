import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import { ConfigError, renderIssue } from '../../runtime/errors/config-error.js';
import { bundleConfig } from './bundle-config.js';
import { loadConfig } from './load-config.js';
import { runBundle } from './run-bundle.js';

const repository = join(import.meta.dirname, '../..');

/** A project of its own with these files and svc installed. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-load-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repository, join(folder, 'node_modules/svc'));
  symlinkSync(join(repository, 'node_modules/zod'), join(folder, 'node_modules/zod'));
  write(folder, { 'package.json': '{ "type": "module" }', ...files });
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The issues of a project's config, as the command line shows them. */
async function issues(files: Readonly<Record<string, string>>, file?: string): Promise<readonly string[]> {
  const cwd = project(files);
  try {
    await loadConfig({ cwd, ...(file === undefined ? {} : { file }) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.issues.map((issue) =>
      renderIssue({ ...issue, file: issue.file === null ? null : relative(cwd, issue.file) }).replaceAll(
        cwd,
        '<project>',
      ),
    );
  }
  return [];
}

const good = `import { defineConfig } from 'svc';
export default defineConfig({ collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] });
`;

describe('a config is found and run', () => {
  test.each(['svc.config.ts', 'svc.config.mts', 'svc.config.js', 'svc.config.mjs'])('%s', async (name) => {
    const cwd = project({ [name]: good });
    const loaded = await loadConfig({ cwd });
    expect(loaded).toMatchObject({ file: join(cwd, name), sources: [join(cwd, name)], docs: {} });
    expect(loaded.config.collections?.[0]?.slug).toBe('posts');
  });

  test('by its name, from another folder, with marks that a URL would have', async () => {
    const cwd = project({ 'a b#%20é/my?config.ts': good });
    const { file } = await loadConfig({ cwd, file: 'a b#%20é/my?config.ts' });
    expect(file).toBe(join(cwd, 'a b#%20é/my?config.ts'));
    await expect(loadConfig({ cwd: '/', file })).resolves.toMatchObject({ file });
  });

  test('TypeScript, JSON, packages, modules of Node and its own place', async () => {
    const cwd = project({
      'svc.config.ts': `
        import { basename } from 'node:path';
        import { fileURLToPath } from 'node:url';
        import { defineConfig, type CollectionConfig } from 'svc';
        import cjs, { word } from 'some-cjs';
        import * as esm from 'some-esm/deep';
        import { own } from './parts/own.js';
        import options from './options.json' with { type: 'json' };
        enum Kind { Post = 'posts' }
        const posts = { slug: Kind.Post, fields: [{ name: options.name, type: 'text' }] } satisfies CollectionConfig;
        const here = basename(fileURLToPath(import.meta.url));
        export default defineConfig({
          name: [here, own, cjs.word, word, esm.deep].join(' '),
          collections: [posts],
        });`,
      'parts/own.ts': `export const own: string = import.meta.dirname.split('/').at(-1)! + import.meta.filename.slice(-6);`,
      'options.json': '{ "name": "title" }',
      'node_modules/some-cjs/package.json': '{ "name": "some-cjs", "main": "main.js" }',
      'node_modules/some-cjs/main.js': 'exports.word = "cjs";',
      'node_modules/some-esm/package.json':
        '{ "name": "some-esm", "type": "module", "exports": { "./deep": { "import": "./d.js" } } }',
      'node_modules/some-esm/d.js': 'export const deep = "esm";',
    });
    const { config, sources } = await loadConfig({ cwd });
    expect(config.name).toBe('svc.config.ts partsown.ts cjs cjs esm');
    expect(fieldsOf(config.collections?.[0]?.fields ?? [])[0]?.name).toBe('title');
    expect(sources.map((source) => relative(cwd, source))).toEqual([
      'svc.config.ts',
      'options.json',
      'parts/own.ts',
    ]);
  });

  test('packages of the workspace are sources, as TypeScript', async () => {
    const cwd = project({
      'svc.config.ts': `import { posts } from 'fields';\nimport { defineConfig } from 'svc';\nexport default defineConfig({ collections: [posts] });`,
      'packages/fields/package.json': '{ "name": "fields", "exports": "./index.ts" }',
      'packages/fields/index.ts': `export const posts = { slug: 'posts' as string, fields: [{ name: 'a', type: 'text' as const }] };`,
    });
    symlinkSync(join(cwd, 'packages/fields'), join(cwd, 'node_modules/fields'));
    const { sources } = await loadConfig({ cwd });
    expect(sources).toContain(join(cwd, 'packages/fields/index.ts'));
  });

  test('paths of its tsconfig', async () => {
    const cwd = project({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "#/*": ["./parts/*"] } } }',
      'svc.config.ts': `import { slug } from '#/slug.js';\nexport default { collections: [{ slug, fields: [{ name: 'a', type: 'text' }] }] };`,
      'parts/slug.ts': `export const slug = 'posts';`,
    });
    expect((await loadConfig({ cwd })).sources).toContain(join(cwd, 'parts/slug.ts'));
  });

  test('top-level await', async () => {
    const cwd = project({
      'svc.config.ts': good.replace('export default', 'await Promise.resolve();\nexport default await'),
    });
    await expect(loadConfig({ cwd })).resolves.toMatchObject({
      config: { collections: [{ slug: 'posts' }] },
    });
  });

  test('through symbolic links, by the names that people use', async () => {
    const cwd = project({
      'real/svc.config.ts': `import { slug } from './slug.js';\nexport default { collections: [{ slug, fields: [{ name: 'a', type: 'txt' }] }] };`,
      'real/slug.ts': `/** x */\nexport const slug = 'posts';`,
      'app/package.json': '{ "type": "module" }',
    });
    symlinkSync(join(cwd, 'real'), join(cwd, 'link'));
    symlinkSync(join(cwd, 'real/svc.config.ts'), join(cwd, 'app/svc.config.ts'));
    const linked = await loadConfig({ cwd: join(cwd, 'link') }).catch((error: unknown) => error);
    expect(linked).toMatchObject({ issues: [{ file: join(cwd, 'link/svc.config.ts'), line: 2 }] });
    write(cwd, { 'real/slug.ts': `export const slug = 'posts'; throw new Error('x');` });
    const thrown = await loadConfig({ cwd: join(cwd, 'link') }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ issues: [{ file: join(cwd, 'link/slug.ts'), line: 1 }] });
    write(cwd, {
      'real/slug.ts': `export const slug = 'posts';`,
      'real/svc.config.ts': `import { slug } from './slug.js';\nexport default { collections: [{ slug, fields: [{ name: 'a', type: 'text' }] }] };`,
    });
    expect(await loadConfig({ cwd: join(cwd, 'link') })).toMatchObject({
      file: join(cwd, 'link/svc.config.ts'),
      sources: [join(cwd, 'link/svc.config.ts'), join(cwd, 'link/slug.ts')],
    });
    expect(await loadConfig({ cwd: join(cwd, 'app') })).toMatchObject({
      file: join(cwd, 'app/svc.config.ts'),
      sources: [join(cwd, 'app/svc.config.ts'), join(cwd, 'real/slug.ts')],
    });
  });

  test('where svc is not installed, with the copy that runs', async () => {
    const cwd = project({ 'svc.config.ts': good });
    rmSync(join(cwd, 'node_modules'), { recursive: true });
    await expect(loadConfig({ cwd })).resolves.toMatchObject({
      config: { collections: [{ slug: 'posts' }] },
    });
  });

  test('with the variables of .env', async () => {
    const cwd = project({
      'svc.config.ts': `export default { name: process.env['SVC_TEST_NAME'], globals: [{ slug: 'a', fields: [{ name: 'a', type: 'text' }] }] };`,
      '.env': 'SVC_TEST_NAME="from the file"',
    });
    expect((await loadConfig({ cwd })).config.name).toBe('from the file');
    write(cwd, { '.env': 'SVC_TEST_NAME=changed' });
    expect((await loadConfig({ cwd })).config.name).toBe('changed');
    write(cwd, { '.env': '' });
    await loadConfig({ cwd });
    expect(process.env['SVC_TEST_NAME']).toBeUndefined();
  });
});

describe('loading leaves no trace', () => {
  const names = (folder: string): readonly string[] => readdirSync(folder).sort();

  test('neither after success nor after failure', async () => {
    const cwd = project({ 'svc.config.ts': good });
    const before = names(cwd);
    await loadConfig({ cwd });
    for (const text of [
      'throw new Error("x")',
      'export default {',
      'export default 7',
      'import "./gone.js"',
    ]) {
      write(cwd, { 'svc.config.ts': text });
      await expect(loadConfig({ cwd })).rejects.toThrow(ConfigError);
    }
    expect(names(cwd)).toEqual(before);
    expect(existsSync(join(cwd, '.svc'))).toBe(false);
  });

  test('two at once do not disturb each other', async () => {
    const folders = ['one', 'two', 'three'].map((name) =>
      project({ 'svc.config.ts': good.replace('posts', name) }),
    );
    const loads = await Promise.all([...folders, ...folders].map((cwd) => loadConfig({ cwd })));
    expect(loads.map(({ config }) => config.collections?.[0]?.slug)).toEqual([
      'one',
      'two',
      'three',
      'one',
      'two',
      'three',
    ]);
  });

  test('an edit is seen, in every file, also when the text is as it was once', async () => {
    const config = `import { slug } from './slug.js';\nexport default { collections: [{ slug, fields: [{ name: 'a', type: 'text' }] }] };`;
    const cwd = project({ 'svc.config.ts': config, 'slug.ts': `export const slug = 'a';` });
    const slugs: unknown[] = [];
    for (const slug of ['a', 'b', 'a']) {
      write(cwd, { 'slug.ts': `export const slug = '${slug}';` });
      slugs.push((await loadConfig({ cwd })).config.collections?.[0]?.slug);
    }
    expect(slugs).toEqual(['a', 'b', 'a']);
  });

  test('a config runs again each time, since it may read what has changed', async () => {
    const cwd = project({
      'svc.config.ts': `import { readFileSync } from 'node:fs';\nexport default { name: readFileSync(new URL('name.txt', import.meta.url), 'utf8'), globals: [{ slug: 'a', fields: [{ name: 'a', type: 'text' }] }] };`,
      'name.txt': 'one',
    });
    expect((await loadConfig({ cwd })).config.name).toBe('one');
    write(cwd, { 'name.txt': 'two' });
    expect((await loadConfig({ cwd })).config.name).toBe('two');
  });
});

describe('a config that cannot be run', () => {
  test('none there', async () => {
    expect(await issues({})).toEqual([
      'svc.config.ts: no config found (looked for svc.config.ts, svc.config.mts, svc.config.js, svc.config.mjs in <project>). Run "svc init" for a new project, or name the config with -c.',
    ]);
    expect(await issues({ 'my-app/svc.config.ts': '', 'other/x.ts': '' })).toEqual([
      'svc.config.ts: no config found (looked for svc.config.ts, svc.config.mts, svc.config.js, svc.config.mjs in <project>). There is one in my-app: change into that folder, or name the config with -c.',
    ]);
    expect(await issues({}, 'other.ts')).toEqual(['other.ts: this file does not exist.']);
    expect(await issues({ 'x/y.ts': '' }, 'x')).toEqual(['x: this file does not exist.']);
  });

  test('a syntax error', async () => {
    expect(
      await issues({
        'svc.config.ts': `import { defineConfig } from 'svc';\n\nexport default defineConfig({\n  collections: [}\n`,
      }),
    ).toEqual(['svc.config.ts:4: Unexpected "}".']);
  });

  test('a syntax error in an imported file, and several at once', async () => {
    const config = `import './a.js';\nimport './b.js';\nexport default {};`;
    const broken = await issues({ 'svc.config.ts': config, 'a.ts': '\nconst = 1;', 'b.ts': 'let x = ;' });
    expect(broken).toEqual(['a.ts:2: Expected identifier but found "=".', 'b.ts:1: Unexpected ";".']);
  });

  test('an import of a file, a package or a name that is not there', async () => {
    expect(await issues({ 'svc.config.ts': `\nimport './gone.js';` })).toEqual([
      'svc.config.ts:2: Could not resolve "./gone.js".',
    ]);
    expect(await issues({ 'svc.config.ts': `import x from 'no-such-package';\nexport default x;` })).toEqual([
      'svc.config.ts:1: Could not resolve "no-such-package".',
    ]);
    expect(
      await issues({
        'svc.config.ts': `import { b } from './a.js';\nexport default b;`,
        'a.ts': 'export const a = 1;',
      }),
    ).toEqual(['svc.config.ts:1: No matching export in "a.ts" for import "b".']);
    expect(
      await issues({
        'svc.config.ts': `\n\nimport { defineConfg } from 'svc';\nexport default defineConfg({});`,
      }),
    ).toEqual([
      'svc.config.ts:3: imports "defineConfg" from "svc", which has no such export. Did you mean "defineConfig"?',
    ]);
  });

  test('a throw while it runs, in the file where it happens', async () => {
    const config = `import { defineConfig } from 'svc';\nimport { slug } from './slug.js';\n\nexport default defineConfig({\n  collections: [{ slug: slug(), fields: [] }],\n});`;
    expect(
      await issues({
        'svc.config.ts': config,
        'slug.ts': `// first\nexport function slug(): string {\n  throw new RangeError('No slug today.');\n}\n`,
      }),
    ).toEqual(['slug.ts:3: could not be run: RangeError: No slug today.']);
    expect(
      await issues({
        'svc.config.ts': `const x = undefined as never as { y: { z: string } };\nexport default { name: x.y.z };`,
      }),
    ).toEqual([
      expect.stringMatching(
        /^svc\.config\.ts:2: could not be run: TypeError: Cannot read properties of undefined/,
      ),
    ]);
  });

  test('a throw inside a package names the line of the config that called it', async () => {
    expect(
      await issues({
        'svc.config.ts': `import { sqlite } from 'svc';\n\nexport default { db: sqlite(null as never) };`,
      }),
    ).toEqual([
      "svc.config.ts:3: could not be run: TypeError: Cannot read properties of null (reading 'path')",
    ]);
  });

  test('one that waits for what never comes', async () => {
    const file = join(
      project({ 'svc.config.ts': 'await new Promise(() => {});\nexport default {};' }),
      'svc.config.ts',
    );
    const late = runBundle(await bundleConfig(file), file, 30);
    await expect(late).rejects.toThrow('could not be run: Error: it did not finish within 0.03 seconds');
  });

  test('a thrown thing that is no error', async () => {
    const thrown = async (text: string): Promise<readonly string[]> =>
      issues({ 'svc.config.ts': `throw ${text};` });
    expect(await thrown('"odd\\nthing"')).toEqual([
      'svc.config.ts: could not be run: it throws "odd\\nthing"',
    ]);
    expect(await thrown('null')).toEqual(['svc.config.ts: could not be run: it throws null']);
    expect(await thrown('Object.create(null)')).toEqual([
      'svc.config.ts: could not be run: it throws an object',
    ]);
  });

  test.each([
    ['nothing', '', 'has no default export: write "export default defineConfig({ ... })".'],
    [
      'a name only',
      'export const config = {};',
      'has no default export (it exports config): write "export default defineConfig({ ... })".',
    ],
    [
      'a function',
      'export default () => ({});',
      'exports a function: write "export default defineConfig({ ... })".',
    ],
  ])('one that exports %s', async (_what, text, issue) => {
    expect(await issues({ 'svc.config.ts': text })).toEqual([`svc.config.ts: ${issue}`]);
  });

  test('one that exports a promise', () => {
    // In a process of its own: the test runner wraps modules that it imports.
    const cwd = project({ 'svc.config.ts': 'export default Promise.resolve({});' });
    const loader = join(repository, 'dist/generator/load/load-config.js');
    const script = `import { loadConfig } from ${JSON.stringify(loader)};
      await loadConfig({ cwd: '.' }).catch((error) => console.log(error.issues[0].message));`;
    const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd,
      encoding: 'utf8',
    });
    expect(told.trim()).toBe(
      'exports a promise: the server needs the config immediately: write "export default await ...".',
    );
  });

  test('one that exports no object', async () => {
    expect(await issues({ 'svc.config.ts': '\nexport default 7;' })).toEqual([
      'svc.config.ts:2: the config must be an object, created by defineConfig({ ... }), not 7.',
    ]);
  });
});

test('comments are read only when they are not known', async () => {
  const text = good.replace('collections: [{', 'collections: [\n/** Articles. */\n{');
  const cwd = project({ 'svc.config.ts': text });
  const { docs, sourcesHash } = await loadConfig({ cwd });
  expect(docs).toEqual({ 'collections.posts': 'Articles.' });
  const remember = async (hash: string): Promise<unknown> =>
    (await loadConfig({ cwd, remembered: async () => ({ sourcesHash: hash, docs: { known: 'yes' } }) })).docs;
  expect(await remember(sourcesHash)).toEqual({ known: 'yes' });
  expect(await remember('another')).toEqual(docs);
});

describe('a pattern that can stop the server', () => {
  const config = (fields: string): Readonly<Record<string, string>> => ({
    'svc.config.ts': `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [
        ${fields},
      ],
    },
  ],
});
`,
  });
  const way = 'write a pattern that matches each text in one way only, or set unsafePattern: true.';

  test('is refused with the way out, beside what else is wrong', async () => {
    const fields = [
      "{ name: 'a', type: 'text', pattern: '^(a+)+$' }",
      "{ name: 'b', type: 'textarea', pattern: /\\s+$/, maxLength: 2000 }",
      "{ name: 'c', type: 'array', fields: [{ name: 'd', type: 'text', pattern: '^(a+)+$', maxLength: 20 }] }",
      "{ name: 'e', type: 'blocks', blocks: [{ slug: 'f', fields: [{ name: 'g', type: 'text', pattern: 'a*a*$', maxLength: 200 }] }] }",
      "{ name: 'h', type: 'text', maximum: 3 }",
    ];
    expect(await issues(config(fields.join(',\n        ')))).toEqual([
      `svc.config.ts:7 collections.posts.fields.a: pattern can take exponential time on a text that does not match: give maxLength (at most 20 here), ${way}`,
      `svc.config.ts:8 collections.posts.fields.b: pattern can take polynomial time on a text that does not match: give maxLength (at most 1000 here), ${way}`,
      `svc.config.ts:9 collections.posts.fields.c.fields.d: pattern can take exponential time on a text that does not match: ${way}`,
      `svc.config.ts:10 collections.posts.fields.e.blocks.f.fields.g: pattern can take polynomial time on a text that does not match: give maxLength (at most 30 here), ${way}`,
      'svc.config.ts:11 collections.posts.fields.h: a text field has no option "maximum". Did you mean "maxLength"?',
    ]);
  });

  test('is taken with a maxLength that bounds it, or when the config says that it is meant', async () => {
    const fields = [
      "{ name: 'a', type: 'text', pattern: '^(a+)+$', maxLength: 20 }",
      "{ name: 'b', type: 'text', pattern: '^(a+)+$', unsafePattern: true }",
      "{ name: 'c', type: 'textarea', pattern: '\\\\s+$', maxLength: 1000 }",
    ];
    expect(await issues(config(fields.join(',\n        ')))).toEqual([]);
  });
});

test('issues of routes and of named files are reported together with all others', async () => {
  const config = `import { defineConfig, defineRoute } from 'svc';
import { z } from 'zod';
const handler = () => ({});
export default defineConfig({
  admin: { logo: './none.svg' },
  routes: [
    defineRoute({ id: 'one', method: 'FETCH', path: '/one', handler }),
    defineRoute({ id: 'two', method: 'GET', path: '/two', response: z.bigint(), handler }),
  ],
  collections: [
    { slug: 'posts', fields: [{ name: 'title', type: 'text', maxLength: 'x', requird: true }] },
    { slug: 'tags', fields: [{ name: 'label', type: 'text', admin: { condition: () => process.env['X'] } }] },
  ],
});
`;
  const found = await issues({ 'svc.config.ts': config });
  expect(found.map((line) => line.replace(/^svc\.config\.ts:(\d+) ([^:]+):.*$/s, '$1 $2'))).toEqual([
    '5 admin.logo',
    '7 routes.one.method',
    '8 routes.two.response',
    '11 collections.posts.fields.title',
    '11 collections.posts.fields.title',
    '12 collections.tags.fields.label',
  ]);
  expect(found[2]).toContain('cannot be written as JSON Schema');
});
