import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DatabaseLocation } from '../../runtime/storage/dialects/index.js';
import { openDatabase } from '../../runtime/storage/dialects/open-database.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import {
  type CommandResult,
  projectFolder,
  svc,
  svcBinary,
  type TemporaryFolder,
} from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const fixtures = resolve(import.meta.dirname, '../../fixtures');

function projectOf(fixture: string): TemporaryFolder {
  return projectFolder({ 'svc.config.ts': readFileSync(join(fixtures, fixture, 'svc.config.ts'), 'utf8') });
}

async function serve({ path }: TemporaryFolder, env: object = {}): Promise<ServerProcess> {
  const own = await databaseOfProject(path);
  return startServer(process.execPath, [svcBinary, 'dev'], { cwd: path, env: { ...own, ...env } });
}

/** Runs a command with the database of a project. */
async function command({ path }: TemporaryFolder, args: readonly string[]): Promise<CommandResult> {
  return svc(args, { cwd: path, env: await databaseOfProject(path) });
}

async function send(url: string, method: string, path: string, body: object, draft = false): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(draft && { 'x-draft': 'true' }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return (JSON.parse(text) as { readonly id: string }).id;
}

/** The response bodies of these lists and globals in both views, byte for byte. */
async function answers(
  url: string,
  collections: readonly string[],
  globals: readonly string[],
): Promise<object> {
  const paths = [
    ...collections.map((slug) => `/api/${slug}?limit=100&depth=1`),
    ...globals.map((slug) => `/api/globals/${slug}`),
  ];
  const views = paths.flatMap((path) =>
    ['true', 'false'].map((view) => `${path}${path.includes('?') ? '&' : '?'}draft=${view}`),
  );
  const texts = await Promise.all(
    [...views, ...collections.filter((slug) => slug === 'letters').map((slug) => `/api/${slug}`)].map(
      async (path) => [path, await (await fetch(`${url}${path}`)).text()],
    ),
  );
  return Object.fromEntries(texts);
}

async function fillEveryField(url: string): Promise<void> {
  const boss = await send(url, 'POST', '/api/people', { name: 'Zoë "quoted" \\ 𝄞' });
  const ann = await send(url, 'POST', '/api/people', { name: 'Ann', boss });
  await send(url, 'PATCH', `/api/people/${boss}`, { boss: ann });
  const place = await send(url, 'POST', '/api/places', { name: 'Ålesund\u2028' });
  const image = { caption: null, source: 'https://example.com/a.png', width: 3, credit: ann };
  const whole = await send(url, 'POST', '/api/things', {
    title: 'Whole',
    serial: 'AB-1234',
    aliases: ['a', 'b'],
    summary: 'x\ny',
    story: { type: 'doc', content: [] },
    contact: 'ann@example.com',
    homepage: 'https://example.com/',
    price: 0.1,
    stock: -5,
    ratings: [1, 4.5],
    active: false,
    madeOn: '2024-02-29',
    checkedAt: '2026-01-01T00:00:00.123Z',
    kind: 'art',
    colors: ['red', 'blue'],
    extra: { deep: [1, null, { a: 'b' }] },
    place: [-179.5, 89.25],
    owner: ann,
    maker: boss,
    fans: [boss, ann],
    origin: { collection: 'places', id: place },
    seenBy: [
      { collection: 'people', id: ann },
      { collection: 'places', id: place },
    ],
    size: { width: 1, height: 2, box: { material: 'wood', packer: ann } },
    size_width: 'wide',
    images: [image],
    content: [
      { blockType: 'heading', text: 'H' },
      { blockType: 'image', ...image },
    ],
    even: 4,
    hiddenNote: 'hidden',
  });
  const part = await send(url, 'POST', '/api/things', { title: 'Part', partOf: whole });
  await send(url, 'PATCH', `/api/things/${whole}`, {
    partOf: part,
    content: [{ blockType: 'columns', columns: [{ text: 't', related: [part, whole] }] }],
  });
  await send(url, 'PATCH', `/api/things/${part}`, { title: 'A draft of a part', owner: ann }, true);
  await send(url, 'POST', '/api/things', { summary: 'never published', partOf: part }, true);
  await send(url, 'PATCH', '/api/globals/defaults', { currency: 'USD', best: [part, whole] });
}

async function fillDrafts(url: string): Promise<void> {
  const author = await send(url, 'POST', '/api/authors', { name: 'Ben' });
  const one = await send(url, 'POST', '/api/articles', { title: 'One', body: 'b', author, number: 1 });
  const two = await send(url, 'POST', '/api/articles', { title: 'Two', body: 'b', author, related: [one] });
  await send(url, 'PATCH', `/api/articles/${one}`, { related: [two], seo: { keywords: ['k'] } });
  await send(url, 'PATCH', `/api/articles/${two}`, { title: 'Two, pending', number: 2 }, true);
  await send(url, 'POST', '/api/articles', { title: 'Only a draft', author }, true);
  const three = await send(url, 'POST', '/api/articles', { title: 'Three', body: 'b', author });
  await send(url, 'PATCH', `/api/articles/${three}`, { title: 'gone again' }, true);
  await fetch(`${url}/api/articles/${three}/draft`, { method: 'DELETE' });
  await send(url, 'POST', '/api/corrections', { article: one, text: 't' });
  await send(url, 'POST', '/api/letters', { from: 'a@example.com', text: 'dear' });
  await send(url, 'PATCH', '/api/globals/front-page', { headline: 'Published', lead: one });
  await send(url, 'PATCH', '/api/globals/front-page', { headline: 'Pending', lead: two }, true);
}

describe('a project that is exported and imported elsewhere', () => {
  test.each([
    ['every-field', fillEveryField, ['people', 'places', 'things'], ['defaults'], 7],
    ['drafts', fillDrafts, ['articles', 'authors', 'corrections', 'letters'], ['front-page'], 8],
  ] as const)(
    '%s answers the same, byte for byte',
    { timeout: 90_000 },
    async (fixture, fill, collections, globals, count) => {
      using from = projectOf(fixture);
      await using server = await serve(from);
      await fill(server.url);
      const expected = await answers(server.url, collections, globals);
      // The server is still running.
      const exported = await command(from, ['export']);
      expect([exported.code, exported.stderr]).toEqual([0, '']);
      const lines = exported.stdout.trim().split('\n');
      expect(lines).toHaveLength(count);

      using to = projectOf(fixture);
      // In reverse order: relations point to lines that come later.
      writeFileSync(join(to.path, 'content.ndjson'), lines.toReversed().join('\n'));
      const first = await command(to, ['import', 'content.ndjson', '--batch', '1', '--json']);
      expect(JSON.parse(first.stdout)).toEqual({
        ok: true,
        dryRun: false,
        created: count,
        updated: 0,
        unchanged: 0,
        refused: [],
        heldBack: 0,
      });
      await using other = await serve(to);
      expect(await answers(other.url, collections, globals)).toEqual(expected);
      // While the server runs; a second import changes nothing.
      const second = await command(to, ['import', 'content.ndjson']);
      expect(second).toEqual({
        code: 0,
        stdout: `0 documents new, 0 changed, ${count} as they were.\n`,
        stderr: '',
      });
      expect(await answers(other.url, collections, globals)).toEqual(expected);
      expect((await command(to, ['export'])).stdout).toBe(exported.stdout);
    },
  );
});

const blog = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET },
  collections: [
    { slug: 'posts', drafts: false, fields: [
      { name: 'title', type: 'text', required: true, maxLength: 10 },
      { name: 'code', type: 'text', unique: true },
      { name: 'author', type: 'relationship', to: 'users' },
    ] },
  ],
});
`;

/** The id of a document that the tests refer to by a letter. */
function idOf(name: string): string {
  return `0190a1b2-0000-7000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;
}

function line(name: string, document: object): string {
  return JSON.stringify({ collection: 'posts', document: { id: idOf(name), ...document } });
}

async function imported(
  lines: readonly string[],
  args: readonly string[] = [],
): Promise<{
  readonly code: number | null;
  readonly stderr: string;
  readonly report: Record<string, unknown>;
  readonly ids: readonly string[];
}> {
  using folder = projectFolder({ 'svc.config.ts': blog, 'in.ndjson': lines.join('\n') });
  const { code, stdout, stderr } = await command(folder, ['import', 'in.ndjson', '--json', ...args]);
  const all = await command(folder, ['export', '--collection', 'posts']);
  const ids = all.stdout
    .split('\n')
    .filter(Boolean)
    .map((text) => Buffer.from((JSON.parse(text).document.id as string).slice(-2), 'hex').toString());
  return { code, stderr, report: JSON.parse(stdout), ids };
}

describe('svc import', { timeout: 60_000 }, () => {
  test('names every refused line with its reasons, and writes nothing of its batch', async () => {
    const lines = [
      line('a', { title: 'fine' }),
      line('b', { title: 'far too long for it' }),
      '',
      'no json',
      '[]',
      line('c', { title: 7, more: 1 }),
      '{"collection":"pots","document":{}}',
      '{"collection":"posts"}',
      '{"collection":"posts","draft":{"id":"d"}}',
      line('e', { id: 'e', title: 'x' }),
      line('g', {}),
      line('h', { title: 'x', createdAt: 'soon' }),
      line('i', { title: 'x', _revision: 0 }),
    ];
    const { code, stderr, report, ids } = await imported(lines);
    expect([code, ids]).toEqual([1, []]);
    expect(report).toMatchObject({ ok: false, created: 0, heldBack: 1 });
    const refused = report['refused'] as readonly { readonly line: number; readonly code: string }[];
    expect(refused.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '2 INVALID_DOCUMENT',
      '4 INVALID_JSON',
      '5 INVALID_LINE',
      '6 INVALID_DOCUMENT',
      '7 UNKNOWN_SLUG',
      '8 INVALID_LINE',
      '9 INVALID_LINE',
      '10 INVALID_ID',
      '11 INVALID_DOCUMENT',
      '12 INVALID_DOCUMENT',
      '13 INVALID_DOCUMENT',
    ]);
    for (const text of [
      'line 2: title: ',
      'line 4: The line is not JSON. (INVALID_JSON)',
      'more: There is no such field.',
      'line 7: There is no collection "pots" in the config.',
      'line 9: posts has no drafts in this config.',
      'line 12: createdAt: must be a timestamp with its zone such as "2026-01-31T09:00:00Z", in the years 0000 to 9999.',
      'error: 11 lines refused, and 1 in a batch with one of them was not written.',
    ])
      expect(stderr).toContain(text);
  });

  test('writes the batches in which nothing is refused', async () => {
    const lines = [
      line('a', { title: 'one' }),
      line('b', { title: '', code: 7 }),
      line('c', { title: 'three' }),
    ];
    const { code, ids, report } = await imported(lines, ['--batch', '1']);
    expect([code, ids]).toEqual([1, ['a', 'c']]);
    expect(report).toMatchObject({ created: 2, heldBack: 0 });
  });

  test('refuses what is taken, and relations to what is nowhere', async () => {
    const lines = [
      line('a', { title: 'one', code: 'x' }),
      line('b', { title: 'two', code: 'x' }),
      line('c', { title: 'three', author: 'nobody' }),
    ];
    const { stderr, ids } = await imported(lines, ['--batch', '1']);
    expect(ids).toEqual(['a']);
    expect(stderr).toContain('line 2: Another document of posts has the same code.');
    expect(stderr).toContain('line 3: author: There is no document "nobody" in users.');
  });

  test.each([[[]], [['--dry-run']]])(
    'names every line of a batch that the database refuses, with %j',
    async (args) => {
      const lines = [
        line('a', { title: 'one', code: 'x' }),
        line('b', { title: 'two', author: 'nobody' }),
        line('c', { title: 'three', code: 'x' }),
        line('d', { title: 'four' }),
        line('e', { title: 'five', author: 'no one' }),
      ];
      const { report, ids } = await imported(lines, args);
      expect(ids).toEqual([]);
      const found = ['2 MISSING_DOCUMENT', '3 CONFLICT', '5 MISSING_DOCUMENT'];
      const namesOf = ({ refused }: typeof report): readonly string[] =>
        (refused as readonly { line: number; code: string }[]).map(({ line, code }) => `${line} ${code}`);
      expect(namesOf(report)).toEqual(found);
      expect(report).toMatchObject({ created: 0, heldBack: 2 });
      const withIssue = await imported([...lines, 'no json'], args);
      expect(namesOf(withIssue.report)).toEqual([...found, '6 INVALID_JSON']);
      expect(withIssue.report).toMatchObject({ created: 0, heldBack: 2 });
    },
  );

  test('refuses what is said twice, what is no text, and states that do not exist', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog.replace('drafts: false, ', '') });
    const lines = [
      line('a', { title: 'first' }),
      line('b', { title: 'fine', _status: 'published' }),
      line('a', { title: 'last' }),
      line('c', { title: 'x', _status: 'archived' }),
      line('d', { title: 'x', _status: 'draft' }),
      line('e', { title: 'caf\u00e9' }),
      line('f', { title: 'caf\u00e9' }),
      JSON.stringify({ collection: 'posts', draft: { id: idOf('g'), title: 'x', _status: 'draft' } }),
    ];
    // The letter is in Latin-1, as a spreadsheet may write it.
    const bytes = lines.map((text, index) => Buffer.from(`${text}\r\n`, index === 6 ? 'latin1' : 'utf8'));
    writeFileSync(join(folder.path, 'in.ndjson'), Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), ...bytes]));
    const args = ['import', 'in.ndjson', '--batch', '1', '--json'];
    const { code, stdout } = await command(folder, args);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        created: 4,
        refused: [
          { line: 3, code: 'DUPLICATE_ID', reasons: ['The line has the same document as line 1.'] },
          { line: 4, code: 'INVALID_STATUS', reasons: ['_status: must be "published" or "draft".'] },
          { line: 5, code: 'INVALID_STATUS' },
          { line: 7, code: 'INVALID_UTF8', reasons: ['The line is not text: its bytes are not UTF-8.'] },
        ],
      },
    ]);
    const all = await command(folder, ['export', '--collection', 'posts']);
    const titles = all.stdout.match(/"title":"[^"]*"/g);
    expect(titles).toEqual(['first', 'fine', 'caf\u00e9', 'x'].map((title) => `"title":"${title}"`));
  });

  test('leaves a database that knows what it holds', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog, 'in.ndjson': line('a', { title: 'one' }) });
    const env = await databaseOfProject(folder.path);
    expect((await command(folder, ['import', 'in.ndjson'])).code).toBe(0);
    const url = env.SVC_DATABASE_URL ?? null;
    await using database = await databaseOf(
      url === null ? { kind: 'sqlite', path: join(folder.path, '.svc/data.db') } : { kind: 'postgres', url },
    );
    const known =
      url === null
        ? `SELECT count(*) AS n FROM sqlite_stat1 WHERE tbl = 'posts'`
        : `SELECT reltuples AS n FROM pg_class WHERE oid = 'posts'::regclass`;
    expect(Number((await database.driver.get(known, []))?.['n'])).toBeGreaterThan(0);
  });

  test('writes nothing with --dry-run', async () => {
    const { code, report, ids } = await imported([line('a', { title: 'one' })], ['--dry-run']);
    expect([code, ids]).toEqual([0, []]);
    expect(report).toMatchObject({ ok: true, dryRun: true, created: 1 });
  });

  test('gives a document that has changed a revision that no client knows', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog });
    for (const title of ['one', 'two']) {
      writeFileSync(join(folder.path, 'in.ndjson'), line('a', { title, _revision: 1 }));
      expect((await command(folder, ['import', 'in.ndjson'])).code).toBe(0);
    }
    const { stdout } = await command(folder, ['export', '--collection', 'posts']);
    expect(JSON.parse(stdout).document).toMatchObject({ title: 'two', _revision: 2 });
  });

  test('keeps the times of a document that a line does not say', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog.replace('drafts: false, ', '') });
    const times = { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-02-02T00:00:00.000Z' };
    const both = (title: string, draft: string, change: object = {}) => {
      const id = idOf('b');
      const views = { document: { id, title, ...change }, draft: { id, title: draft, ...change } };
      return JSON.stringify({ collection: 'posts', ...views });
    };
    const run = async (...lines: readonly string[]): Promise<object> => {
      writeFileSync(join(folder.path, 'in.ndjson'), lines.join('\n'));
      const { code, stdout, stderr } = await command(folder, ['import', 'in.ndjson', '--json']);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as object;
    };
    const stored = async (): Promise<readonly Record<'document' | 'draft', Record<string, string>>[]> => {
      const { stdout } = await command(folder, ['export', '--collection', 'posts']);
      return stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text));
    };
    await run(line('a', { title: 'one', ...times }), both('one', 'next', times));
    const before = await stored();
    // The same content is no change, even if the times differ.
    expect(await run(line('a', { title: 'one' }), both('one', 'next'))).toMatchObject({ unchanged: 2 });
    expect(await stored()).toEqual(before);

    expect(await run(line('a', { title: 'two' }), both('one', 'last'))).toMatchObject({ updated: 2 });
    const [changed, drafted] = await stored();
    expect(changed?.document).toMatchObject({ title: 'two', createdAt: times.createdAt });
    expect(changed?.document['updatedAt'] ?? '').toMatch(/^20(2[6-9]|[3-9])/);
    expect(drafted?.document).toEqual(before[1]?.document);
    expect(drafted?.draft).toMatchObject({ title: 'last', createdAt: times.createdAt });
    expect(drafted?.draft['updatedAt'] ?? '').toMatch(/^20(2[6-9]|[3-9])/);
  });

  test('says which file is missing, and what a batch is', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog });
    const missing = await command(folder, ['import', 'no.ndjson']);
    expect([missing.code, missing.stderr]).toEqual([1, 'error: the file "no.ndjson" does not exist.\n']);
    expect((await command(folder, ['import', 'x', '--batch', '0'])).code).toBe(2);
  });
});

async function databaseOf(place: DatabaseLocation): Promise<{ readonly driver: Driver } & AsyncDisposable> {
  const driver = await openDatabase(place);
  return { driver, [Symbol.asyncDispose]: () => driver.close() };
}

/** The exported line of a project's only user. */
async function exported(
  project: TemporaryFolder,
): Promise<{ readonly document: { readonly id: string }; readonly passwordHash: string }> {
  const file = join(project.path, 'users.ndjson');
  await command(project, ['export', '--with-passwords', '-o', 'users.ndjson']);
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('users', { timeout: 60_000 }, () => {
  const args = ['auth', 'bootstrap', '-e', 'ada@example.com', '-p', 'Violet-Tram-7-Lantern'];

  test('go without the hashes of their passwords unless these are asked for', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog });
    await command(folder, args);
    const { stdout } = await command(folder, ['export']);
    expect(JSON.parse(stdout)).toEqual({
      collection: 'users',
      document: expect.objectContaining({
        email: 'ada@example.com',
        role: 'super_admin',
        emailVerified: true,
      }),
    });
    const whole = await command(folder, ['export', '--with-passwords', '-o', 'users.ndjson', '--json']);
    expect(JSON.parse(whole.stdout)).toEqual({
      ok: true,
      file: 'users.ndjson',
      documents: { 'collection posts': 0, 'collection users': 1 },
    });

    using other = projectFolder({
      'svc.config.ts': blog,
      'users.ndjson': readFileSync(join(folder.path, 'users.ndjson'), 'utf8'),
    });
    expect((await command(other, ['import', 'users.ndjson'])).code).toBe(0);
    await using server = await serve(other, { SVC_SECRET: 'sT0c9o8X2u1w7Zq5Vb3Nn6Mm4Ll2Kk0Jj8Hh6Gg4Ff2' });
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'Violet-Tram-7-Lantern' }),
    });
    expect(login.status).toBe(200);
  });

  test('are logged out, and the audit log has it, when a line brings another password', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog });
    await command(folder, args);
    const stranger = args.map((arg) => (arg === 'Violet-Tram-7-Lantern' ? 'Amber-Ferry-3-Compass' : arg));
    using other = projectFolder({ 'svc.config.ts': blog });
    await command(other, stranger);
    await using server = await serve(folder, { SVC_SECRET: 'sT0c9o8X2u1w7Zq5Vb3Nn6Mm4Ll2Kk0Jj8Hh6Gg4Ff2' });
    const login = async (password: string): Promise<Response> =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password }),
      });
    const cookieOf = (response: Response): string =>
      response.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; ');
    const get = async (path: string, cookie: string): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers: { cookie } });
    const old = await login('Violet-Tram-7-Lantern');
    expect(old.status).toBe(200);
    const [own, others] = await Promise.all([exported(folder), exported(other)]);
    const line = JSON.stringify({ ...own, passwordHash: others.passwordHash });
    writeFileSync(join(folder.path, 'in.ndjson'), line);

    const dry = await command(folder, ['import', 'in.ndjson', '--dry-run', '--json']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ ok: true, updated: 1 });
    expect((await get('/api/auth/me', cookieOf(old))).status).toBe(200);

    const done = await command(folder, ['import', 'in.ndjson', '--json']);
    expect([done.stderr, JSON.parse(done.stdout)]).toMatchObject(['', { ok: true, updated: 1 }]);
    expect((await get('/api/auth/me', cookieOf(old))).status).toBe(401);
    expect((await login('Violet-Tram-7-Lantern')).status).toBe(401);
    const fresh = await login('Amber-Ferry-3-Compass');
    expect(fresh.status).toBe(200);

    // Importing the same file again changes nothing and ends no session.
    const again = await command(folder, ['import', 'in.ndjson', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, updated: 0, unchanged: 1 });
    const audit = await get('/api/auth/audit-log?limit=100', cookieOf(fresh));
    expect(audit.status).toBe(200);
    const { docs } = (await audit.json()) as { readonly docs: readonly Record<string, unknown>[] };
    const rows = docs.filter(({ type }) => type === 'password.changed' || type === 'session.revoked');
    const event = { outcome: 'success', userId: own.document.id, actorId: null };
    expect(rows).toMatchObject([
      { ...event, type: 'password.changed', reason: 'the password was replaced by an import' },
      { ...event, type: 'session.revoked', reason: 'all (1), the password was replaced by an import' },
    ]);
  });

  test('log in with their email in lower case, whatever the line has', async () => {
    const user = (email: string) =>
      JSON.stringify({ collection: 'users', document: { email, role: 'author', emailVerified: true } });
    using folder = projectFolder({
      'svc.config.ts': blog,
      'in.ndjson': [user('Bob@Example.com'), user('bob@example.com')].join('\n'),
    });
    const { stderr } = await svc(['import', 'in.ndjson', '--batch', '1'], { cwd: folder.path });
    expect(stderr).toContain('line 2: Another document of users has the same email.');
    const { stdout } = await svc(['export'], { cwd: folder.path });
    expect(JSON.parse(stdout).document.email).toBe('bob@example.com');
  });

  test('keep a super_admin', async () => {
    using folder = projectFolder({ 'svc.config.ts': blog });
    await svc(args, { cwd: folder.path });
    const { document } = JSON.parse((await svc(['export'], { cwd: folder.path })).stdout);
    const user = (change: object) =>
      JSON.stringify({ collection: 'users', document: { ...document, ...change } });
    const demoted = user({ role: 'author' });
    const other = user({ id: idOf('b'), email: 'bob@example.com' });
    const imports = async (...lines: readonly string[]): Promise<string> => {
      writeFileSync(join(folder.path, 'in.ndjson'), lines.join('\n'));
      return (await svc(['import', 'in.ndjson'], { cwd: folder.path })).stderr;
    };
    expect(await imports(demoted)).toContain(
      'line 1: role: This is the last super_admin; make another user super_admin first.',
    );
    expect(await imports(other, demoted)).not.toContain('error');
    await using database = await databaseOf({ kind: 'sqlite', path: join(folder.path, '.svc/data.db') });
    const rows = `SELECT type, "userId", reason FROM _svc_audit_log WHERE type = 'role.changed'`;
    expect(await database.driver.all(rows, [])).toEqual([
      { type: 'role.changed', userId: document.id, reason: 'super_admin to author, by an import' },
    ]);
  });

  test('that could not be users are refused', async () => {
    const user = (change: object) =>
      JSON.stringify({
        collection: 'users',
        document: { id: idOf('u'), email: 'a@example.com', role: 'author', emailVerified: true, ...change },
      });
    const { report } = await imported(
      [
        user({ email: 'A B' }),
        user({ role: 'king' }),
        user({ emailVerified: 'yes' }),
        user({ password: 'x' }),
        user({}).replace('{', '{"passwordHash":"plain",'),
      ],
      ['--batch', '1'],
    );
    expect((report['refused'] as { line: number }[]).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  });
});

test('svc export says which collections its relations lead to and leave out', async () => {
  const user = {
    collection: 'users',
    document: { id: idOf('u'), email: 'u@example.com', role: 'editor', emailVerified: true },
  };
  const post = line('a', { title: 'one', author: idOf('u') });
  using folder = projectFolder({
    'svc.config.ts': blog,
    'in.ndjson': [JSON.stringify(user), post].join('\n'),
  });
  expect(await command(folder, ['import', 'in.ndjson'])).toMatchObject({ code: 0, stderr: '' });
  const posts = await command(folder, ['export', '--collection', 'posts']);
  expect(posts.stdout).toContain('"title":"one"');
  expect(posts.stderr).toContain('Relations lead to users, which are not in this file: ');
  expect((await command(folder, ['export', '--collection', 'users'])).stderr).not.toContain('Relations');
  expect((await command(folder, ['export'])).stderr).not.toContain('Relations');
});

test('svc export names what it does not know, and leaves no half file', async () => {
  using folder = projectFolder({ 'svc.config.ts': blog });
  const unknown = await command(folder, ['export', '--collection', 'post', '-o', 'out.ndjson']);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    'error: there is no collection "post"; did you mean posts?\n',
  ]);
  const needsFile = await command(folder, ['export', '--json']);
  expect(needsFile.code).toBe(2);
});

test('a line that nests without end is refused by its number, and the lines around it are written', async () => {
  using project = projectFolder({
    'svc.config.ts':
      "import { defineConfig } from 'svc';\nexport default defineConfig({ collections: [{ slug: 'boxes', fields: [{ name: 'data', type: 'json' }] }] });\n",
  });
  const line = (data: string): string => `{"collection":"boxes","document":{"data":${data}}}`;
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  writeFileSync(join(project.path, 'lines.ndjson'), [line('1'), line(deep), line('[[2]]')].join('\n'));
  const { code, stdout } = await command(project, ['import', 'lines.ndjson', '--batch', '1', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    created: 2,
    refused: [{ line: 2, reasons: ['The document nests deeper than 64 levels.'] }],
  });
});
