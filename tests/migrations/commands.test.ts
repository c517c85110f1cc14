import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { run, svc } from '../support/svc-command.js';
import { migrationProject } from './support/migration-project.js';

const title = `{ name: 'title', type: 'text' }`;
const posts = (...fields: readonly string[]): string =>
  `collections: [{ slug: 'posts', drafts: false, fields: [${fields.join(', ')}] }]`;

describe('svc migrate create', { timeout: 60_000 }, () => {
  test('keeps a default that looks like SQL, like a mark of the file, or has ends of lines of Windows', async () => {
    const text =
      "it's\r\n-- migrate:down\r\n  -- migrate:up indexes\n-- migrate:down\n-- check: no\n'); DROP TABLE posts; --";
    using project = migrationProject(posts(title));
    await project.done('create');
    await project.done('up');
    project.execute("INSERT INTO posts (id) VALUES ('0190a1b2-0000-7000-8000-000000000001')");
    project.configure(
      posts(title, `{ name: 'note', type: 'textarea', required: true, default: ${JSON.stringify(text)} }`),
    );
    await project.done('create');
    await project.done('up');
    expect(project.rows('SELECT note FROM posts')).toEqual([{ note: text }]);
    await project.done('down', '--yes');
    expect(project.rows('SELECT id FROM posts')).toHaveLength(1);
  });

  test('writes everything first, then what has changed, then nothing', async () => {
    using project = migrationProject(posts(title));
    const first = await project.migrate('create');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/Created 0001_initial for 1 change; read it, then run svc migrate up\n$/);
    expect(project.text('0001_initial.sqlite.sql')).toContain('CREATE TABLE "posts"');
    expect(existsSync(join(project.path, '.svc'))).toBe(false);

    project.configure(posts(title, `{ name: 'subtitle', type: 'text' }`));
    expect(await project.done('create', '--name', 'Add a Subtitle')).toMatchObject({
      ok: true,
      created: '0002_add_a_subtitle',
      changes: ['posts.subtitle is new'],
    });
    const sql = project.text('0002_add_a_subtitle.sqlite.sql');
    expect(sql).toContain('\n-- migrate:up\n');
    expect(sql).toContain('ALTER TABLE "posts" ADD COLUMN "subtitle" TEXT;');
    expect(sql.split('-- migrate:down')[1]).toContain('ALTER TABLE "posts" DROP COLUMN "subtitle";');

    const files = project.files();
    const again = await project.migrate('create');
    expect(again).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Nothing to do: the config has not changed since the last migration.\n',
    });
    expect(project.files()).toEqual(files);
  });

  test('takes renamedFrom for nothing where the old name is still there', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    await project.done('up');
    project.execute("INSERT INTO posts (id, title) VALUES ('0190a1b2-0000-7000-8000-000000000001', 'kept')");
    project.configure(posts(title, `{ name: 'headline', type: 'text', renamedFrom: 'title' }`));
    expect(await project.done('create')).toMatchObject({ changes: ['posts.headline is new'] });
    await project.done('up');
    expect(project.rows('SELECT title, headline FROM posts')).toEqual([{ title: 'kept', headline: null }]);
  });

  test('refuses what loses data, names each flag, and hints at a rename', async () => {
    using project = migrationProject(
      `collections: [{ slug: 'posts', versions: true, fields: [${title}, { name: 'body', type: 'textarea' }, { name: 'views', type: 'text' }] }, { slug: 'tags', fields: [${title}] }]`,
    );
    await project.done('create');
    project.configure(
      `collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'headline', type: 'text' }, { name: 'views', type: 'number' }] }]`,
    );
    const refused = await project.migrate('create');
    expect(refused.code).toBe(1);
    const flags = ['posts.body', 'posts.title', 'posts.views', 'posts:drafts', 'posts:versions', 'tags'];
    for (const flag of flags) expect(refused.stderr).toContain(`--confirm-drop ${flag}`);
    expect(refused.stderr).toContain("is posts.headline its new name? Then give it renamedFrom: 'title'");
    expect(project.files()).toHaveLength(3);

    const some = await project.migrate('create', '--confirm-drop', ...flags.slice(1), '--json');
    expect(some.code).toBe(1);
    expect(JSON.parse(some.stdout)).toMatchObject({
      ok: false,
      losses: [{ what: 'posts.body', flag: '--confirm-drop posts.body' }],
    });

    const unknown = await project.migrate('create', '--confirm-drop', 'something.else');
    expect({ code: unknown.code, stderr: unknown.stderr }).toEqual({
      code: 2,
      stderr: 'error: --confirm-drop something.else: nothing of that name is dropped\n',
    });

    const wrong = await project.migrate('create', '--confirm-drop', 'posts.boddy');
    expect({ code: wrong.code, stderr: wrong.stderr }).toEqual({
      code: 2,
      stderr:
        'error: --confirm-drop posts.boddy: nothing of that name is dropped; did you mean posts.body?\n',
    });
    expect((await project.done('create', '--confirm-drop', ...flags))['dropped']).toHaveLength(flags.length);
  });

  test('a renamedFrom that has run may stay or go', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    project.configure(posts(`{ name: 'headline', type: 'text', renamedFrom: 'title' }`));
    expect((await project.done('create'))['changes']).toEqual(['posts.title is called posts.headline now']);
    expect((await project.done('create'))['created']).toBe(null);
    project.configure(posts(`{ name: 'headline', type: 'text' }`));
    expect((await project.done('create'))['created']).toBe(null);
  });

  test('two migrations that were made beside each other are noticed', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    project.configure(posts(title, `{ name: 'b', type: 'text' }`));
    await project.done('create', '--name', 'b');
    const [sql, snapshot] = ['0002_b.sqlite.sql', '0002_b.snapshot.json'].map((file) => project.text(file));
    const write = (file: string, text = ''): void =>
      writeFileSync(join(project.path, 'migrations', file), text);
    write('0002_a.sqlite.sql', sql);
    write('0002_a.snapshot.json', snapshot);
    const { code, stderr } = await project.migrate('up');
    expect(code).toBe(1);
    expect(stderr).toContain('0002_b and 0002_a do not fit together: 0002_b was made after 0001_initial.');
  });
});

test('a migration whose files went away in the middle is named', { timeout: 60_000 }, async () => {
  using project = migrationProject(posts(title));
  await project.done('create');
  for (const name of ['b', 'c']) {
    project.configure(posts(title, `{ name: '${name}', type: 'text' }`));
    await project.done('create', '--name', name, ...(name === 'c' ? ['--confirm-drop', 'posts.b'] : []));
  }
  for (const end of ['sqlite.sql', 'postgres.sql', 'snapshot.json'])
    rmSync(join(project.path, 'migrations', `0002_b.${end}`));
  const { code, stderr } = await project.migrate('up');
  expect(code).toBe(1);
  expect(stderr).toContain('0003_c follows 0002_b, whose files are missing: bring them back.');
});

describe('svc migrate up, down and status', { timeout: 60_000 }, () => {
  test('what has run may not be edited, nor go away', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    expect(await project.done('up')).toMatchObject({
      ok: true,
      migrations: [{ name: '0001_initial', state: 'applied' }],
    });
    expect(await project.done('up')).toEqual({ ok: true, migrations: [] });
    const file = join(project.path, 'migrations/0001_initial.sqlite.sql');
    const text = readFileSync(file, 'utf8');

    writeFileSync(file, text.replaceAll('\n', '  \r\n'));
    expect(await project.done('up')).toEqual({ ok: true, migrations: [] });

    appendFileSync(file, '-- a thought\n');
    const edited = await project.migrate('up');
    expect({ code: edited.code, stderr: edited.stderr }).toEqual({
      code: 1,
      stderr:
        'error: 0001_initial was edited after it had run in this database: undo the edit, and put the change into a new migration.\n',
    });
    expect((await project.migrate('status')).code).toBe(1);

    rmSync(join(project.path, 'migrations'), { recursive: true });
    const missing = await project.migrate('status', '--json');
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({ ok: false, missing: ['0001_initial'] });
  });

  test('status shows what has run, what has not, and what has no migration', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    expect(await project.done('status')).toMatchObject({
      ok: false,
      applied: [],
      pending: ['0001_initial'],
      changes: [],
    });
    expect(existsSync(join(project.path, '.svc'))).toBe(false);
    expect((await project.migrate('status', '--check')).code).toBe(1);
    await project.done('up');
    expect((await project.migrate('status', '--check')).code).toBe(0);
    project.configure(posts(title, `{ name: 'b', type: 'text' }`));
    const { code, stdout, stderr } = await project.migrate('status', '--check');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'error: the config has changes without a migration (posts.b is new): run "svc migrate create".\n',
    });
    expect(stdout).toMatch(
      /^applied 0001_initial .+\nThe config has 1 change without a migration:\n {2}posts\.b is new\n$/,
    );
  });

  test('a migration that the data forbids changes nothing, and names an example', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    await project.done('up');
    project.execute(`INSERT INTO posts (id, title) VALUES ('p1', 'same'), ('p2', 'same')`);
    project.configure(
      posts(`{ name: 'title', type: 'text', unique: true }`, `{ name: 'body', type: 'text' }`),
    );
    await project.done('create', '--name', 'unique');
    const { code, stderr } = await project.migrate('up');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: 0002_unique cannot run with the existing data\. posts: the index on title is unique now, and documents have the same value \(found once; for example document p1 with "same", and also "p2"\)\. Nothing was changed\./,
    );
    expect(project.rows('SELECT * FROM posts')[0]).not.toHaveProperty('body');
    project.execute(`UPDATE posts SET title = 'other' WHERE id = 'p2'`);
    expect(await project.done('up')).toMatchObject({ migrations: [{ name: '0002_unique' }] });
  });

  test('down asks for a word where it would lose values, and brings back what was before', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    project.configure(posts(title, `{ name: 'b', type: 'text' }`));
    await project.done('create', '--name', 'b');
    await project.done('up');
    expect(await project.done('down')).toEqual({ ok: true, migrations: ['0002_b'] });
    await project.done('up');
    project.execute(`INSERT INTO posts (id, title, b) VALUES ('p1', 'x', 'y')`);
    const refused = await project.migrate('down');
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 1,
      stderr:
        'error: Reverting 0002_b loses the data of posts.b. Nothing was changed. Run it with --yes to lose it.\n',
    });
    expect(await project.done('down', '--yes')).toEqual({ ok: true, migrations: ['0002_b'] });
    expect(project.rows('SELECT * FROM posts')[0]).toMatchObject({ id: 'p1', title: 'x' });
    expect(await project.done('down', '--to', '0', '--yes')).toEqual({
      ok: true,
      migrations: ['0001_initial'],
    });
    expect(project.rows(`SELECT name FROM sqlite_schema WHERE name = 'posts'`)).toEqual([]);
    expect(await project.done('up')).toMatchObject({
      migrations: [{ name: '0001_initial' }, { name: '0002_b' }],
    });
  });

  test('SQL that was edited before it ran is run, and must leave the tables that were promised', async () => {
    using project = migrationProject(posts(`{ name: 'name', type: 'text' }`));
    await project.done('create');
    await project.done('up');
    project.execute(`INSERT INTO posts (id, name) VALUES ('p1', 'Ada Lovelace')`);
    project.configure(posts(`{ name: 'first', type: 'text' }`, `{ name: 'last', type: 'text' }`));
    await project.done('create', '--name', 'split', '--confirm-drop', 'posts.name');
    const file = join(project.path, 'migrations/0002_split.sqlite.sql');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('ALTER TABLE "posts" ADD COLUMN "last" TEXT;', ''));
    const broken = await project.migrate('up');
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain(
      '0002_split does not produce the tables of its snapshot: column posts.last is missing.',
    );
    const split = `UPDATE "posts" SET "first" = substr("name", 1, instr("name", ' ') - 1), "last" = substr("name", instr("name", ' ') + 1);`;
    writeFileSync(file, text.replace('ALTER TABLE "posts" DROP COLUMN "name";', `${split}\n$&`));
    await project.done('up');
    expect(project.rows('SELECT first, last FROM posts')).toEqual([{ first: 'Ada', last: 'Lovelace' }]);
  });
});

describe('a server in production', { timeout: 120_000 }, () => {
  test('refuses to start on a pending migration, unless it may run it itself', async () => {
    using project = migrationProject(posts(title));
    await project.done('create');
    const cwd = project.path;
    expect((await svc(['build'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'dist/migrations/0001_initial.sqlite.sql'))).toBe(true);
    // As in a container, which has only the built server.
    rmSync(join(cwd, 'migrations'), { recursive: true });
    rmSync(join(cwd, 'svc.config.ts'));
    const refused = await run(process.execPath, ['dist/server.js'], { cwd, env: { PORT: '0' } });
    expect(refused.code).toBe(1);
    expect(refused.stderr + refused.stdout).toContain(
      'A migration has not run in this database: 0001_initial. Run "svc migrate up", or set SVC_AUTO_MIGRATE=true',
    );
    const servers = await Promise.all(
      [1, 2, 3].map(() =>
        startServer(process.execPath, ['dist/server.js'], { cwd, env: { SVC_AUTO_MIGRATE: 'true' } }),
      ),
    );
    for (const server of servers) {
      expect((await fetch(`${server.url}/api/posts`)).status).toBe(200);
      await server.end();
    }
    expect(project.rows('SELECT name, state FROM _svc_migrations')).toEqual([
      { name: '0001_initial', state: 'applied' },
    ]);
    await using again = await startServer(process.execPath, ['dist/server.js'], { cwd });
    expect((await fetch(`${again.url}/api/posts`)).status).toBe(200);
  });
});

test('a migration that the data refuses is created again with the default that it lacked', async () => {
  using project = migrationProject(posts(title));
  await project.done('create');
  await project.done('up');
  expect((await project.migrate('create')).stdout).toBe(
    'Nothing to do: the config has not changed since the last migration.\n',
  );
  project.execute(
    `INSERT INTO "posts" ("id", "createdAt", "updatedAt", "_revision", "title") VALUES ('a', 0, 0, 1, 'one')`,
  );
  project.configure(posts(title, `{ name: 'kind', type: 'text', required: true }`));
  await project.done('create');
  const refused = await project.migrate('up');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'or correct the config, delete the files of the migration if it has not run in any database, and create it again with "svc migrate create".',
  );

  project.configure(posts(title, `{ name: 'kind', type: 'text', required: true, default: 'none' }`));
  const again = await project.migrate('create');
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain(
    '0002_posts_kind would be different if it were created now. If it has not run in any database, delete migrations/0002_posts_kind.* and run svc migrate create again.',
  );
  for (const file of project.files().filter((name) => name.startsWith('0002_posts_kind.')))
    rmSync(join(project.path, 'migrations', file));
  await project.done('create');
  await project.done('up');
  expect(project.rows('SELECT "kind" FROM "posts"')).toEqual([{ kind: 'none' }]);
}, 60_000);
