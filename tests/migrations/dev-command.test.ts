import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startCommand, startServer } from '../support/server-process.js';
import { describePostgres, describeWithoutServices } from '../support/services.js';
import { run, svc, svcBinary } from '../support/svc-command.js';
import { executeIn, type MigrationProject, migrationProject, rowsIn } from './support/migration-project.js';

const title = `{ name: 'title', type: 'text' }`;
const subtitle = `{ name: 'subtitle', type: 'text' }`;
const posts = (...fields: readonly string[]): string =>
  `collections: [{ slug: 'posts', drafts: false, fields: [${fields.join(', ')}] }]`;
const id = '0190a1b2-0000-7000-8000-00000000000';

/** A title that only the document with it has: its rows are found by that. */
const insert = (number: number): string =>
  `INSERT INTO posts (id, title) VALUES ('${id}${number}', 'Number ${number}')`;

describeWithoutServices('svc migrate dev on SQLite', () => inDevelopment(async () => null), {
  timeout: 120_000,
});
describePostgres('svc migrate dev on PostgreSQL', (fresh) =>
  describe('with a database of its own', { timeout: 120_000 }, () => inDevelopment(fresh)),
);

/** Lets `svc dev` change the tables to those of a config. */
async function extended(project: MigrationProject, url: string | null, body: string): Promise<void> {
  project.configure(body);
  const env = url === null ? {} : { SVC_DATABASE_URL: url };
  await using server = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path, env });
  await server.end('SIGINT');
}

function inDevelopment(fresh: () => Promise<string | null>): void {
  const open: Disposable[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one[Symbol.dispose]();
  });

  async function projectWith(body: string): Promise<{
    readonly project: MigrationProject;
    readonly url: string | null;
    readonly dev: (...args: readonly string[]) => Promise<Record<string, unknown>>;
  }> {
    const url = await fresh();
    const project = migrationProject(body, url === null ? {} : { SVC_DATABASE_URL: url });
    open.push(project);
    return { project, url, dev: (...args) => project.done('dev', ...args) };
  }

  test('creates the first migration, runs it and generates; then there is nothing to do', async () => {
    const { project, dev } = await projectWith(posts(title));
    const first = await project.migrate('dev', '--name', 'Posts');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(first.stdout).toContain('Created 0001_posts for 1 change; read it before you commit it');
    expect(first.stdout).toMatch(/Wrote generated\/ from svc\.config\.ts/);
    expect(await project.done('status', '--check')).toMatchObject({
      applied: [{ name: '0001_posts', state: 'applied' }],
    });
    expect(await dev()).toMatchObject({ created: null, renewed: null, migrations: [] });
  });

  test('creates the last migration again when the config changes on, and keeps the documents', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await dev();
    await executeIn(project, url, insert(1));
    project.configure(posts(title, subtitle));
    const undecided = await project.migrate('dev');
    expect(undecided.code).toBe(1);
    expect(undecided.stderr).toBe(
      'error: the last migration, 0001_initial, is not committed. Create it again for the whole change with --yes, or if it has run in another database, create the next one with --next.\n',
    );
    expect(await dev('--next')).toMatchObject({ created: '0002_posts_subtitle', renewed: null });
    await executeIn(project, url, `UPDATE posts SET subtitle = 'Kept'`);
    const lead = `{ name: 'lead', type: 'text' }`;
    project.configure(posts(title, subtitle, lead));
    expect(await dev('--yes')).toMatchObject({
      created: '0002_posts_subtitle',
      renewed: '0002_posts_subtitle',
      changes: ['posts.lead is new', 'posts.subtitle is new'],
      migrations: [{ name: '0002_posts_subtitle', state: 'adopted' }],
    });
    expect(project.files()).toHaveLength(6);
    expect(await rowsIn(project, url, 'SELECT title, subtitle, lead FROM posts')).toEqual([
      { title: 'Number 1', subtitle: 'Kept', lead: null },
    ]);
    expect((await project.migrate('status', '--check')).stderr).toBe('');
  });

  test('removes the last migration if the config no longer needs it', async () => {
    const { project, dev } = await projectWith(posts(title));
    await dev();
    project.configure(posts(title, subtitle));
    await dev('--next');
    project.configure(posts(title));
    expect(await dev('--yes')).toMatchObject({ created: null, renewed: '0002_posts_subtitle' });
    expect(project.files()).toHaveLength(3);
    expect((await project.migrate('status', '--check')).stderr).toBe('');
  });

  test('a migration that the data refuses is named with a way out, and created again with a default', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await dev();
    await executeIn(project, url, insert(1));
    project.configure(posts(title, `{ name: 'section', type: 'text', required: true }`));
    const refused = await project.migrate('dev', '--next');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'posts.section is new and required, and has no default, but there are documents already (found once',
    );
    expect(refused.stderr).toContain(
      'correct the config (give a new required field a default, or make it optional) and run "svc migrate dev", which creates the migration again',
    );
    project.configure(posts(title, `{ name: 'section', type: 'text', required: true, default: 'news' }`));
    expect(await dev('--yes')).toMatchObject({
      renewed: '0002_posts_section',
      migrations: [{ name: '0002_posts_section', state: 'applied' }],
    });
    expect(await rowsIn(project, url, 'SELECT section FROM posts')).toEqual([{ section: 'news' }]);
  });

  test('tables that svc dev has changed follow the config, and its migration counts as run', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await dev();
    await executeIn(project, url, insert(1));
    const headline = `{ name: 'headline', type: 'text', renamedFrom: 'title' }`;
    await extended(project, url, posts(headline));
    project.configure(posts(headline, subtitle));
    expect(await dev('--next')).toMatchObject({
      created: '0002_posts_title_and_1_more',
      migrations: [{ name: '0002_posts_title_and_1_more', state: 'adopted' }],
    });
    expect(await rowsIn(project, url, 'SELECT headline, subtitle FROM posts')).toEqual([
      { headline: 'Number 1', subtitle: null },
    ]);
    expect((await project.migrate('status', '--check')).stderr).toBe('');
  });

  test('tables that cannot follow the config are explained, and emptied with --reset only', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await dev();
    await extended(project, url, posts(title, subtitle));
    await executeIn(project, url, insert(1));
    project.configure(posts(title, `{ name: 'subtitle', type: 'date' }`));
    const refused = await project.migrate('dev', '--next');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('posts.subtitle');
    expect(refused.stderr).toContain('with --reset, which loses everything in it');
    expect(project.files()).toHaveLength(3);
    expect(await rowsIn(project, url, 'SELECT title FROM posts')).toHaveLength(1);
    expect(await dev('--next', '--reset')).toMatchObject({
      reset: true,
      created: '0002_posts_subtitle',
      migrations: [{ state: 'applied' }, { state: 'applied' }],
    });
    expect(await rowsIn(project, url, 'SELECT title FROM posts')).toEqual([]);
  });

  test('values that svc dev has kept are dropped only with a word that migrate dev has', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await dev();
    await extended(project, url, posts(title, subtitle));
    await executeIn(project, url, insert(1));
    await executeIn(project, url, `UPDATE posts SET subtitle = 'Kept'`);
    await extended(project, url, posts(title));
    const lead = `{ name: 'lead', type: 'text' }`;
    project.configure(posts(title, lead));
    const refused = await project.migrate('dev', '--next');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(
      'error: "svc dev" has kept values of removed fields and collections: posts.subtitle. Migrations drop them. Run "svc migrate dev --yes" to confirm; to keep them, put them back into the config and start "svc dev" first.\n',
    );
    await extended(project, url, posts(title, subtitle));
    await dev('--yes');
    expect(await rowsIn(project, url, 'SELECT subtitle FROM posts')).toEqual([{ subtitle: 'Kept' }]);
    await extended(project, url, posts(title));
    project.configure(posts(title, lead));
    expect(await dev('--yes')).toMatchObject({ migrations: [{ state: 'applied' }] });
    expect(await rowsIn(project, url, 'SELECT * FROM posts')).not.toMatchObject([{ subtitle: 'Kept' }]);
    expect((await project.migrate('status', '--check')).stderr).toBe('');
  });

  test('a change that svc dev cannot make is made by two migrations, as it says', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await extended(project, url, posts(title, subtitle));
    await executeIn(project, url, insert(1));
    const date = posts(title, `{ name: 'subtitle', type: 'date' }`);
    project.configure(date);
    const env = { PORT: '0', ...(url !== null && { SVC_DATABASE_URL: url }) };
    await using server = startCommand(process.execPath, [svcBinary, 'dev'], { cwd: project.path, env });
    await server.seen(
      /change the config back, run "svc migrate dev", make the change again, and run "svc migrate dev --next"/,
    );
    await server.end('SIGINT');
    project.configure(posts(title, subtitle));
    expect(await dev()).toMatchObject({ migrations: [{ state: 'adopted' }] });
    project.configure(date);
    expect(await dev('--next', '--confirm-drop', 'posts.subtitle')).toMatchObject({
      created: '0002_posts_subtitle',
      migrations: [{ state: 'applied' }],
    });
    expect(await rowsIn(project, url, 'SELECT title, subtitle FROM posts')).toEqual([
      { title: 'Number 1', subtitle: null },
    ]);
  });

  test('svc migrate down drops what svc dev has kept only if that is confirmed', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    const lead = `{ name: 'lead', type: 'text' }`;
    await dev();
    project.configure(posts(title, lead));
    await dev('--next');
    await executeIn(project, url, insert(1));
    await extended(project, url, posts(title, lead, subtitle));
    await executeIn(project, url, `UPDATE posts SET subtitle = 'Kept'`);
    await extended(project, url, posts(title, lead));
    const refused = await project.migrate('down');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'posts.subtitle. Reverting drops them. Run "svc migrate down --yes" to confirm.',
    );
    expect(await project.done('down', '--yes')).toMatchObject({ migrations: ['0002_posts_lead'] });
    expect(await rowsIn(project, url, 'SELECT * FROM posts')).not.toMatchObject([{ subtitle: 'Kept' }]);
  });

  test('edited and missing files are explained, and only --reset empties the database', async () => {
    const { project, url, dev } = await projectWith(posts(title));
    await dev();
    await executeIn(project, url, insert(1));
    for (const dialect of ['sqlite', 'postgres'])
      appendFileSync(join(project.path, `migrations/0001_initial.${dialect}.sql`), '\n-- edited\n');
    const { code, stderr } = await project.migrate('dev', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(
      '0001_initial was edited after it had run in this database. Nothing was changed.',
    );
    expect(stderr).toContain('with --reset, which loses everything in it');
    expect(await rowsIn(project, url, 'SELECT title FROM posts')).toHaveLength(1);

    expect(await dev('--reset')).toMatchObject({
      reset: true,
      created: null,
      migrations: [{ name: '0001_initial', state: 'applied' }],
    });
    expect(await rowsIn(project, url, 'SELECT title FROM posts')).toEqual([]);
    rmSync(join(project.path, 'migrations'), { recursive: true });
    const missing = await project.migrate('dev', '--json');
    expect(JSON.parse(missing.stdout)).toMatchObject({
      ok: false,
      reset: 'needed',
      reasons: ['0001_initial has run in this database, but its file is missing.'],
    });
    expect(await dev('--reset')).toMatchObject({ reset: true, created: '0001_initial' });
  });

  test('a reset drops tables that point to each other, and refuses those of others', async () => {
    const people = `{ slug: 'people', fields: [{ name: 'best', type: 'relationship', to: 'posts', hasMany: true }, { name: 'first', type: 'relationship', to: 'posts' }] }`;
    const bound = `versions: true, fields: [{ name: 'author', type: 'relationship', to: 'people' }, { name: 'items', type: 'array', fields: [{ name: 'who', type: 'relationship', to: 'people' }] }]`;
    const { project, url, dev } = await projectWith(`collections: [{ slug: 'posts', ${bound} }, ${people}]`);
    await dev();
    await executeIn(project, url, `INSERT INTO people (id) VALUES ('${id}1')`);
    await executeIn(project, url, `INSERT INTO posts (id, author) VALUES ('${id}2', '${id}1')`);
    await executeIn(project, url, `UPDATE people SET first = '${id}2'`);
    rmSync(join(project.path, 'migrations'), { recursive: true });
    await executeIn(project, url, 'CREATE TABLE reports (id INTEGER PRIMARY KEY)');
    const refused = await project.migrate('dev', '--reset');
    expect(refused.stderr).toContain(
      'The database has tables that svc did not create (reports), so it is not reset.',
    );
    expect(await rowsIn(project, url, 'SELECT id FROM posts')).toHaveLength(1);
    await executeIn(project, url, 'DROP TABLE reports');
    expect(await dev('--reset')).toMatchObject({ reset: true, created: '0001_initial' });
    expect(await rowsIn(project, url, 'SELECT id FROM posts')).toEqual([]);
  });

  test('a loss is confirmed by name, as when it is created', async () => {
    const { project, url, dev } = await projectWith(posts(title, subtitle));
    await dev();
    await executeIn(project, url, insert(1));
    project.configure(posts(title));
    const refused = await project.migrate('dev', '--next');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--confirm-drop posts.subtitle');
    expect(project.files()).toHaveLength(3);
    expect(await dev('--next', '--confirm-drop', 'posts.subtitle')).toMatchObject({
      created: '0002_posts_subtitle',
    });
    expect(await rowsIn(project, url, 'SELECT * FROM posts')).not.toMatchObject([{ subtitle: null }]);
  });
}

describe('which migration stays', { timeout: 120_000 }, () => {
  const git = (cwd: string, ...args: readonly string[]): Promise<unknown> =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd });

  test('one that is committed, and one whose files were edited', async () => {
    using project = migrationProject(posts(title));
    await project.done('dev');
    await git(project.path, 'init', '-q');
    await git(project.path, 'add', 'migrations');
    // Added to the index only: nobody else has it yet.
    project.configure(posts(title, subtitle));
    expect(await project.done('dev', '--yes')).toMatchObject({ renewed: '0001_initial' });
    await git(project.path, 'add', 'migrations');
    await git(project.path, 'commit', '-q', '-m', 'First');
    project.configure(posts(title, subtitle, `{ name: 'lead', type: 'text' }`));
    const next = await project.migrate('dev', '--yes');
    expect(next.stdout).toContain('0001_initial stays: it is committed, so others may have run it.');
    expect(next.stdout).toContain('Created 0002_posts_lead for 1 change');
    project.configure(
      posts(title, subtitle, `{ name: 'lead', type: 'text' }`, `{ name: 'end', type: 'text' }`),
    );
    await project.done('down', '--yes');
    appendFileSync(join(project.path, 'migrations/0002_posts_lead.sqlite.sql'), '\n-- by hand\n');
    const third = await project.migrate('dev', '--yes');
    expect(third.stdout).toContain('0002_posts_lead stays: its files were edited after they were created.');
    expect(third.stdout).toContain('Created 0003_posts_end for 1 change');
  });
});

describe('a database that is not for development', { timeout: 60_000 }, () => {
  const refused = async (
    env: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<string> => {
    using project = migrationProject(posts(title), env);
    const { code, stderr } = await project.migrate('dev', '--yes', '--reset', ...args);
    expect(code).toBe(1);
    return stderr;
  };

  test('is refused: on another machine, or with NODE_ENV=production', async () => {
    expect(await refused({ SVC_DATABASE_URL: 'postgres://svc:secret@db.example.com/shop' })).toBe(
      'error: "svc migrate dev" changes only a development database, and this one is on another machine (PostgreSQL at db.example.com:5432, database shop). Use "svc migrate create" and "svc migrate up", or name its host if it is yours: --dev-host db.example.com.\n',
    );
    expect(await refused({ NODE_ENV: 'production' })).toBe(
      'error: "svc migrate dev" changes only a development database, and NODE_ENV is "production". Use "svc migrate create" and "svc migrate up".\n',
    );
  });

  test('on another machine it is used if its host is named', async () => {
    // No server listens there: the command has connected.
    const stderr = await refused(
      { SVC_DATABASE_URL: 'postgres://x@127.0.0.2.invalid:1/x' },
      '--dev-host',
      '127.0.0.2.invalid',
    );
    expect(stderr).not.toContain('development database');
    expect(stderr).toContain('127.0.0.2.invalid');
  });
});

describe('on a terminal', { timeout: 120_000 }, () => {
  /** Runs the command on a pseudo-terminal: each question is awaited and gets its line. */
  const typed = async (
    project: MigrationProject,
    dialogue: readonly (readonly [question: string, line: string])[],
  ): Promise<void> => {
    const command = `${process.execPath} ${svcBinary} migrate dev`;
    const args = ['-qec', command, '/dev/null'];
    await using terminal = startCommand('script', args, { cwd: project.path, input: '' });
    const ended = new Promise((resolve) => terminal.child.once('exit', resolve));
    for (const [question, line] of dialogue) {
      await terminal.seen(new RegExp(question.replace(/[.?()[\]]/g, '\\$&')));
      terminal.child.stdin?.write(`${line}\n`);
    }
    await ended;
  };
  const renewal = '0001_first_posts has run here and is not committed. Create it again for the whole change?';
  const reset = 'Reset .svc/data.db? Everything in it is lost. [y/N]';

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s at a question ends it without an error, and nothing is written', async (_, key) => {
    using project = migrationProject(posts(title));
    const command = `${process.execPath} ${svcBinary} migrate dev`;
    await using terminal = startCommand('script', ['-qec', command, '/dev/null'], {
      cwd: project.path,
      input: '',
    });
    const ended = new Promise((resolve) => terminal.child.once('exit', resolve));
    await terminal.seen(/Name of the migration \(initial\): /);
    terminal.child.stdin?.write(key);
    expect(await ended).toBe(130);
    expect(terminal.output()).not.toMatch(/error|abort/i);
    expect(existsSync(join(project.path, 'migrations'))).toBe(false);
  });

  test('it asks for the name, before it creates a migration again, and before a reset', async () => {
    using project = migrationProject(posts(title));
    await typed(project, [['Name of the migration (initial): ', 'first posts']]);
    expect(project.files()[0]).toBe('0001_first_posts.postgres.sql');
    project.execute(insert(1));
    project.configure(posts(title, subtitle));
    await typed(project, [
      [renewal, 'n'],
      ['Name of the migration (posts_subtitle): ', ''],
    ]);
    expect(project.files().at(-1)).toBe('0002_posts_subtitle.sqlite.sql');
    appendFileSync(join(project.path, 'migrations/0001_first_posts.sqlite.sql'), '\n-- edited\n');
    await typed(project, [[reset, 'n']]);
    expect(project.rows('SELECT id FROM posts')).toHaveLength(1);
    await typed(project, [[reset, 'y']]);
    expect(project.rows('SELECT id FROM posts')).toHaveLength(0);
  });
});

test('svc dev names svc migrate dev where the files are not those that have run', async () => {
  using project = migrationProject(posts(title));
  await project.done('dev');
  for (const dialect of ['sqlite', 'postgres'])
    appendFileSync(join(project.path, `migrations/0001_initial.${dialect}.sql`), '\n-- edited\n');
  await using dev = startCommand(process.execPath, [svcBinary, 'dev'], {
    cwd: project.path,
    env: { PORT: '0' },
  });
  await dev.seen(
    /0001_initial was edited after it had run[^\n]*; or run "svc migrate dev", which asks whether it may empty the database\./,
  );
}, 60_000);

test('svc dev names svc migrate dev where a pending migration does not fit the data', async () => {
  using project = migrationProject(posts(title));
  await project.done('dev');
  project.execute(insert(1));
  project.configure(posts(title, `{ name: 'section', type: 'text', required: true }`));
  await project.done('create');
  await using dev = startCommand(process.execPath, [svcBinary, 'dev'], {
    cwd: project.path,
    env: { PORT: '0' },
  });
  await dev.seen(
    /posts\.section is new and required[^\n]*run "svc migrate dev", which creates the migration again/,
  );
  project.configure(posts(title, `{ name: 'section', type: 'text', required: true, default: 'news' }`));
  await svc(['migrate', 'dev', '--yes'], { cwd: project.path });
  await dev.seen(/Serving|The server keeps running/);
  expect(project.rows('SELECT section FROM posts')).toEqual([{ section: 'news' }]);
}, 120_000);
