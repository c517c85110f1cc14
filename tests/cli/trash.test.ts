/** `svc trash`: the trash on the command line. */
import { describe, expect, test } from 'vitest';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: 'tests of deletions: 32 bytes and some more' },
  limits: { maxLimit: 2 },
  collections: [
    {
      slug: 'posts',
      trash: { days: 5 },
      admin: { useAsTitle: 'title' },
      drafts: false,
      fields: [{ name: 'title', type: 'text', required: true, unique: true }],
    },
    { slug: 'notes', trash: true, drafts: false, fields: [{ name: 'text', type: 'text' }] },
    { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] },
  ],
});
`;

/** Deletes posts of these titles, and prints their ids. */
const prepare = `import { defineScript } from 'svc';

export default defineScript(async ({ local, args }) => {
  const posts = local.as('system').posts;
  for (const title of args) {
    const { id } = await posts.create({ title });
    await posts.delete(id);
    console.log('id', id);
  }
});
`;

const files = { 'svc.config.ts': config, 'prepare.ts': prepare };

async function command(folder: TemporaryFolder, ...args: readonly string[]): ReturnType<typeof svc> {
  const env = {
    ...(await databaseOfProject(folder.path)),
    ...{ SVC_BASE_URL: 'http://localhost:3000', SVC_LOG_LEVEL: 'silent' },
  };
  return svc(args, { cwd: folder.path, env });
}

async function trashed(folder: TemporaryFolder, ...titles: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await command(folder, 'run', 'prepare.ts', ...titles);
  return [...stdout.matchAll(/^id (\S+)$/gm)].map(([, id = '']) => id);
}

describe('svc trash', () => {
  test('lists what was deleted, restores it, and empties the trash', async () => {
    using folder = projectFolder(files);
    expect(await command(folder, 'trash', 'list')).toEqual({
      code: 0,
      stdout: 'The trash is empty.\n',
      stderr: '',
    });
    const [one = '', two = '', three = ''] = await trashed(folder, 'One', 'Two', 'Three');

    const listed = await command(folder, 'trash', 'list');
    expect(listed.stderr).toBe('');
    expect(
      listed.stdout
        .split('\n')
        .map((line) => line.replace(/\b2\d{3}-\d\d-\d\d\b( \S{5})?/g, 'time').split(/ {2,}/)),
    ).toEqual([
      ['COLLECTION', 'ID', 'DELETED', 'UNTIL', 'TITLE'],
      ['posts', three, 'time', 'time', 'Three'],
      ['posts', two, 'time', 'time', 'Two'],
      ['posts', one, 'time', 'time', 'One'],
      [''],
    ]);
    const json = await command(folder, 'trash', 'list', '--collection', 'posts', '--limit', '1', '--json');
    const result = JSON.parse(json.stdout);
    expect(result).toEqual({
      ok: true,
      documents: [
        {
          collection: 'posts',
          id: three,
          title: 'Three',
          deletedAt: expect.any(String),
          deletedBy: null,
          until: expect.any(String),
        },
      ],
      totals: { posts: 3 },
    });
    expect(Date.parse(result.documents[0].until) - Date.parse(result.documents[0].deletedAt)).toBe(
      5 * 86_400_000,
    );

    expect(await command(folder, 'trash', 'restore', '--collection', 'posts', one, two)).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: 'Restored One.\nRestored Two.\n',
    });
    const dry = await command(folder, 'trash', 'empty', '--dry-run');
    expect(dry).toEqual({ code: 0, stderr: '', stdout: 'Would delete 1 document of posts for good.\n' });
    const unsure = await command(folder, 'trash', 'empty');
    expect(unsure).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: 'error: this deletes 1 document of posts for good: --yes confirms it\n',
    });
    const emptied = await command(folder, 'trash', 'empty', '--yes', '--json');
    expect(JSON.parse(emptied.stdout)).toEqual({ ok: true, dryRun: false, purged: { posts: 1, notes: 0 } });
    expect((await command(folder, 'trash', 'list')).stdout).toBe('The trash is empty.\n');
    // Each command starts the service of the project.
  }, 180_000);

  test('says why a document cannot return, and takes other values', async () => {
    using folder = projectFolder(files);
    const [first = '', second = ''] = await trashed(folder, 'Same', 'Same');
    await command(folder, 'trash', 'restore', '--collection', 'posts', first);
    const refused = await command(folder, 'trash', 'restore', '--collection', 'posts', second, 'none');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr.split('\n')).toEqual([
      `error: ${second}: Another document of posts has the same title.`,
      expect.stringMatching(/^ {2}title: /),
      'error: none: There is no document "none" in posts.',
      `--values gives other values, such as --values '{"sku":"B-2"}'.`,
      '2 documents not restored.',
      '',
    ]);
    const json = await command(folder, 'trash', 'restore', '--collection', 'posts', 'none', '--json');
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { ok: false, failed: [{ code: 'NOT_FOUND' }] },
    ]);
    const given = ['--values', '{"title":"Other"}'];
    expect(
      await command(folder, 'trash', 'restore', '--collection', 'posts', second, ...given),
    ).toMatchObject({
      ...{ code: 0, stdout: 'Restored Other.\n' },
    });
  });

  test('refuses wrong usage', async () => {
    using folder = projectFolder(files);
    const wrong = async (...args: readonly string[]): Promise<unknown> => {
      const { code, stderr } = await command(folder, 'trash', ...args);
      return [code, stderr.trimEnd()];
    };
    expect(await wrong('list', '--collection', 'tags')).toEqual([
      ...[2, 'error: --collection tags: it has no trash. Collections with one: posts, notes'],
    ]);
    expect(await wrong('list', '--collection', 'post')).toEqual([
      ...[2, 'error: --collection "post": there is no such collection. Did you mean "posts"?'],
    ]);
    expect(await wrong('restore', '--collection', 'posts', 'a', 'b', '--values', '{}')).toEqual([
      ...[2, 'error: --values are those of one document: name one id'],
    ]);
    expect(await wrong('restore', '--collection', 'posts', 'a', '--values', '[1]')).toEqual([
      ...[2, 'error: --values takes an object of JSON, such as {"sku":"B-2"}'],
    ]);
    expect(await wrong('list', '--limit', '0')).toMatchObject([
      2,
      expect.stringContaining('from 1 to 100000'),
    ]);
    using other = projectFolder({ 'svc.config.ts': config.replace(/ trash: [^,]*,/g, '') });
    const { code, stderr } = await command(other, 'trash', 'list');
    expect([code, stderr]).toEqual([1, 'error: no collection of the config has a trash.\n']);
  });
});
