import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../tests/support/emitted.js';
import { type GenerateResult, generate } from './generate.js';

const blog = `import { defineConfig } from 'svc';
import { body } from './fields/body.js';

export default defineConfig({
  name: 'Blog',
  collections: [
    { slug: 'posts', fields: [{ name: 'title', type: 'text', required: true }, body] },
    { slug: 'tags', fields: [{ name: 'name', type: 'text' }] },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'title', type: 'text' }] }],
});
`;

const withUsers = blog.replace(
  "name: 'Blog',",
  "name: 'Blog', auth: { secret: undefined, roles: [{ name: 'reviewer', rank: 80 }] },",
);

/** A project in a folder of its own, below this repository so that `svc` is found. */
function project(config: string = blog): string {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'fields'));
  writeFileSync(join(folder, 'svc.config.ts'), config);
  writeFileSync(
    join(folder, 'fields/body.ts'),
    `export const body = { name: 'body', type: 'textarea' } as const;\n`,
  );
  return folder;
}

function change(folder: string, path: string, from: string, to: string): void {
  writeFileSync(join(folder, path), readFileSync(join(folder, path), 'utf8').replace(from, to));
}

/** Text of all files of a folder, by path. */
function tree(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** A result with its paths relative to the project. */
function seenFrom(folder: string, { written, removed, restored, stale, unchanged }: GenerateResult): object {
  const seen = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => relative(folder, path)).sort();
  return {
    written: seen(written).length,
    removed: seen(removed),
    restored: seen(restored),
    stale: seen(stale),
    unchanged,
  };
}

describe('generate', () => {
  test('writes all files beside the config', async () => {
    const folder = project();
    const result = await generate({ cwd: folder });
    expect(result).toMatchObject({
      configFile: join(folder, 'svc.config.ts'),
      output: join(folder, 'generated'),
      sources: [join(folder, 'svc.config.ts'), join(folder, 'fields/body.ts')],
      unchanged: 0,
    });
    const paths = Object.keys(tree(join(folder, 'generated')));
    expect(result.written.map((path) => relative(result.output, path)).sort()).toEqual([
      '../svc-env.d.ts',
      ...paths.filter((path) => path !== '.manifest.json'),
    ]);
    expect(paths).toEqual(
      expect.arrayContaining([
        '.manifest.json',
        'descriptors.ts',
        'openapi.json',
        'routes/globals/site.ts',
        'routes/index.ts',
        'routes/posts.ts',
        'routes/tags.ts',
        'server.ts',
        'types.ts',
        'validators.ts',
        'sdk/index.js',
        'sdk/validators.js',
      ]),
    );
  });

  test('writes the same bytes in another folder, whether new or changed to', async () => {
    const [first, second] = [project(), project()];
    await generate({ cwd: first });
    change(second, 'svc.config.ts', "name: 'tags'", "name: 'words'");
    change(second, 'svc.config.ts', "slug: 'tags'", "slug: 'words'");
    await generate({ cwd: second });
    change(second, 'svc.config.ts', "slug: 'words'", "slug: 'tags'");
    change(second, 'svc.config.ts', "name: 'words'", "name: 'tags'");
    expect(seenFrom(second, await generate({ cwd: second }))).toMatchObject({
      removed: ['generated/routes/words.ts'],
    });
    expect(tree(join(second, 'generated'))).toEqual(tree(join(first, 'generated')));
  });

  test('leaves nothing of the SDK in the language that it is not emitted in any more', async () => {
    const folder = project();
    const sdkOf = (): readonly string[] =>
      Object.keys(tree(join(folder, 'generated'))).filter((path) => path.startsWith('sdk/'));
    change(folder, 'svc.config.ts', 'defineConfig({', "defineConfig({ sdk: { emit: 'ts' },");
    await generate({ cwd: folder });
    const typescript = sdkOf();
    expect(typescript).toEqual(expect.arrayContaining(['sdk/core/request.ts', 'sdk/index.ts']));
    change(folder, 'svc.config.ts', " sdk: { emit: 'ts' },", '');
    expect((await generate({ cwd: folder, check: true })).stale).toContain(
      join(folder, 'generated/sdk/core/request.ts'),
    );
    expect(seenFrom(folder, await generate({ cwd: folder }))).toMatchObject({
      removed: typescript.map((path) => `generated/${path}`),
    });
    expect(sdkOf().filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
    const fresh = project();
    await generate({ cwd: fresh });
    expect(tree(join(folder, 'generated'))).toEqual(tree(join(fresh, 'generated')));
  });

  test('restores the fixed part of the SDK', async () => {
    const folder = project();
    await generate({ cwd: folder });
    change(folder, 'generated/sdk/core/request.js', 'drifted = false', 'drifted = true');
    expect(seenFrom(folder, await generate({ cwd: folder }))).toMatchObject({
      restored: ['generated/sdk/core/request.js'],
    });
  });

  test('touches nothing when nothing has changed', async () => {
    const folder = project();
    const { written } = await generate({ cwd: folder });
    for (const path of written) utimesSync(path, new Date(0), new Date(0));
    expect(seenFrom(folder, await generate({ cwd: folder }))).toEqual({
      written: 0,
      removed: [],
      restored: [],
      stale: [],
      unchanged: written.length,
    });
    expect(written.map((path) => statSync(path).mtimeMs)).toEqual(written.map(() => 0));
  });

  test('sees what the config reads from files and the environment', async () => {
    const folder = project(`import { readFileSync } from 'node:fs';
import { defineConfig } from 'svc';
const fields = JSON.parse(readFileSync(String(process.env['TEST_FIELDS']), 'utf8'));
export default defineConfig({ collections: [{ slug: 'posts', fields }] });
`);
    process.env['TEST_FIELDS'] = join(folder, 'fields.json');
    const write = (name: string): void =>
      writeFileSync(join(folder, 'fields.json'), JSON.stringify([{ name, type: 'text' }]));
    write('one');
    await generate({ cwd: folder });
    write('two');
    expect((await generate({ cwd: folder })).written).toContain(join(folder, 'generated/sdk/validators.js'));
    expect(tree(folder)['generated/sdk/validators.js']).toContain('two: text()');
  });

  test('restores an edited file and names it, also when the config is the same', async () => {
    const folder = project();
    await generate({ cwd: folder });
    const before = tree(folder);
    change(folder, 'generated/server.ts', 'createApp', 'makeApp');
    expect(seenFrom(folder, await generate({ cwd: folder }))).toMatchObject({
      written: 1,
      restored: ['generated/server.ts'],
    });
    rmSync(join(folder, 'generated/server.ts'));
    expect(seenFrom(folder, await generate({ cwd: folder }))).toMatchObject({ written: 1, restored: [] });
    expect(tree(folder)).toEqual(before);
  });

  test('checks without writing', async () => {
    const folder = project();
    const first = await generate({ cwd: folder, check: true });
    expect(existsSync(join(folder, 'generated'))).toBe(false);
    const { written } = await generate({ cwd: folder });
    expect([...first.stale].sort()).toEqual([...written].sort());
    expect(seenFrom(folder, await generate({ cwd: folder, check: true }))).toMatchObject({
      stale: [],
      unchanged: written.length,
    });
    change(folder, 'svc.config.ts', "slug: 'tags'", "slug: 'words'");
    change(folder, 'generated/openapi.json', '{', '{ ');
    const before = tree(folder);
    const { stale } = await generate({ cwd: folder, check: true });
    expect(stale.map((path) => relative(folder, path))).toEqual(
      expect.arrayContaining([
        'generated/descriptors.ts',
        'generated/openapi.json',
        'generated/routes/index.ts',
        'generated/routes/tags.ts',
        'generated/routes/words.ts',
        'generated/sdk/validators.js',
      ]),
    );
    expect(stale).not.toContain(join(folder, 'generated/routes/posts.ts'));
    expect(tree(folder)).toEqual(before);
  });

  test('a check is not deceived by a manifest that was changed with its files', async () => {
    const folder = project();
    await generate({ cwd: folder });
    const { createHash } = await import('node:crypto');
    const text = 'export const hacked = 1;\n';
    const manifest = JSON.parse(readFileSync(join(folder, 'generated/.manifest.json'), 'utf8'));
    manifest.files['server.ts'] = createHash('sha256').update(text).digest('hex').slice(0, 32);
    writeFileSync(join(folder, 'generated/server.ts'), text);
    writeFileSync(join(folder, 'generated/.manifest.json'), JSON.stringify(manifest));
    expect(seenFrom(folder, await generate({ cwd: folder, check: true }))).toMatchObject({
      stale: ['generated/server.ts'],
    });
  });

  test('takes the output folder from the config or the call, and the config from the call', async () => {
    const folder = project(blog.replace("name: 'Blog',", "name: 'Blog', output: 'src/api',"));
    expect((await generate({ cwd: folder })).output).toBe(join(folder, 'src/api'));
    expect(tree(folder)['src/api/server.ts']).toContain("import config from '../../svc.config.js';");
    expect(
      (await generate({ cwd: folder, output: `../${relative(join(folder, '..'), folder)}/other` })).output,
    ).toBe(join(folder, 'other'));
    cpSync(join(folder, 'svc.config.ts'), join(folder, 'my.config.ts'));
    const result = await generate({ cwd: join(folder, 'fields'), config: '../my.config.ts', output: 'out' });
    expect(result).toMatchObject({
      configFile: join(folder, 'my.config.ts'),
      output: join(folder, 'fields/out'),
    });
    expect(tree(folder)['fields/out/server.ts']).toContain("import config from '../../my.config.js';");
  });

  test('writes the types of the config next to it, and keeps them as its other files', async () => {
    const folder = project(withUsers);
    await generate({ cwd: folder });
    const types = tree(folder)['svc-env.d.ts'] ?? '';
    expect(types).toContain("User, UserShape } from './generated/sdk/types.js';");
    expect(types).toContain("    roles: 'super_admin' | 'admin' | 'reviewer' | 'editor' |");
    change(folder, 'svc-env.d.ts', 'reviewer', 'viewer');
    expect(seenFrom(folder, await generate({ cwd: folder, check: true }))).toMatchObject({
      stale: ['svc-env.d.ts'],
    });
    expect(seenFrom(folder, await generate({ cwd: folder }))).toMatchObject({ restored: ['svc-env.d.ts'] });
    rmSync(join(folder, 'svc-env.d.ts'));
    expect(seenFrom(folder, await generate({ cwd: folder }))).toMatchObject({ written: 1, restored: [] });
    expect(tree(folder)['svc-env.d.ts']).toBe(types);
    change(folder, 'svc.config.ts', "name: 'reviewer'", "name: 'proof_reader'");
    await generate({ cwd: folder });
    expect(tree(folder)['svc-env.d.ts']).toContain("| 'proof_reader' |");
  });

  test('names the types of a config after it, and removes those of its former name', async () => {
    const folder = project(withUsers);
    await generate({ cwd: folder });
    renameSync(join(folder, 'svc.config.ts'), join(folder, 'shop.config.mts'));
    const config = { cwd: folder, config: 'shop.config.mts' };
    const before = tree(folder);
    expect(seenFrom(folder, await generate({ ...config, check: true }))).toMatchObject({
      stale: expect.arrayContaining(['shop-env.d.mts', 'svc-env.d.ts']),
    });
    expect(tree(folder)).toEqual(before);
    expect(seenFrom(folder, await generate(config))).toMatchObject({ removed: ['svc-env.d.ts'] });
    expect(tree(folder)['shop-env.d.mts']).toContain("from './generated/sdk/types.js'");
  });

  test('neither replaces nor removes types that it did not write', async () => {
    const folder = project(withUsers);
    writeFileSync(join(folder, 'svc-env.d.ts'), 'declare const mine: 1;\n');
    await expect(generate({ cwd: folder })).rejects.toThrow(
      `${join(folder, 'svc-env.d.ts')} is a file that svc did not write.`,
    );
    expect(existsSync(join(folder, 'generated'))).toBe(false);
    rmSync(join(folder, 'svc-env.d.ts'));
    await generate({ cwd: folder });
    writeFileSync(join(folder, 'svc-env.d.ts'), 'declare const mine: 1;\n');
    renameSync(join(folder, 'svc.config.ts'), join(folder, 'shop.config.ts'));
    await generate({ cwd: folder, config: 'shop.config.ts' });
    expect(tree(folder)['svc-env.d.ts']).toBe('declare const mine: 1;\n');
  });

  test('writes nothing outside an output folder that the call names', async () => {
    const folder = project(withUsers);
    await generate({ cwd: folder, output: 'elsewhere' });
    expect(existsSync(join(folder, 'svc-env.d.ts'))).toBe(false);
    change(folder, 'svc.config.ts', "name: 'Blog',", "name: 'Blog', output: 'elsewhere',");
    expect(seenFrom(folder, await generate({ cwd: folder, output: 'elsewhere' }))).toMatchObject({
      written: expect.any(Number),
      removed: [],
    });
    expect(tree(folder)['svc-env.d.ts']).toContain("from './elsewhere/sdk/types.js'");
  });

  test.each([
    ['.', './sdk/types.js'],
    ['../beside', '../beside/sdk/types.js'],
    ['.hidden/api', './.hidden/api/sdk/types.js'],
  ])('imports the types from the output folder %s', async (output, specifier) => {
    const folder = join(project(withUsers), 'fields');
    writeFileSync(
      join(folder, 'svc.config.ts'),
      withUsers.replace("name: 'Blog',", `name: 'Blog', output: '${output}',`).replace('./fields/', './'),
    );
    await generate({ cwd: folder });
    expect(tree(folder)['svc-env.d.ts']).toContain(`from '${specifier}';`);
    expect(seenFrom(folder, await generate({ cwd: folder, check: true }))).toMatchObject({ stale: [] });
  });

  test('writes nothing when the config is broken', async () => {
    const folder = project();
    await generate({ cwd: folder });
    const before = tree(join(folder, 'generated'));
    change(folder, 'svc.config.ts', 'export default', 'export default ((');
    await expect(generate({ cwd: folder })).rejects.toThrow();
    expect(tree(join(folder, 'generated'))).toEqual(before);
  });

  test('an output folder with files of somebody else is refused, with the config in it too', async () => {
    const folder = project(blog.replace("name: 'Blog',", "name: 'Blog', output: '.',"));
    writeFileSync(join(folder, 'server.ts'), '// my own server\n');
    await expect(generate({ cwd: folder })).rejects.toThrow(
      `${join(folder, 'server.ts')} is a file that svc did not write.`,
    );
    expect(Object.keys(tree(folder))).toEqual(['fields/body.ts', 'server.ts', 'svc.config.ts']);
  });

  test('two at once do not disturb each other', async () => {
    const folder = project();
    await Promise.all([generate({ cwd: folder }), generate({ cwd: folder }), generate({ cwd: folder })]);
    expect((await generate({ cwd: folder, check: true })).stale).toEqual([]);
    expect(Object.keys(tree(folder)).filter((path) => /tmp|lock/.test(path))).toEqual([]);
  });
});
