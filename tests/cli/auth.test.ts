import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type CommandResult, projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject, testDatabaseUrl, testDialect } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET, roles: [{ name: 'moderator', rank: 60 }] },
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
  globals: [{ slug: 'site', fields: [{ name: 'title', type: 'text' }] }],
});
`;
const email = 'ada@example.com';
const password = 'Violet-Tram-7-Lantern';

function project(): TemporaryFolder {
  return projectFolder({ 'svc.config.ts': config });
}

/** Runs `svc auth` in a project, with the database of the test run. */
async function auth(
  { path }: TemporaryFolder,
  args: readonly string[],
  input?: string,
): Promise<CommandResult> {
  const env = await databaseOfProject(path);
  return svc(['auth', ...args], { cwd: path, env, ...(input !== undefined && { input }) });
}

/** The contents of a project's database as text. */
async function storedIn({ path }: TemporaryFolder): Promise<string> {
  if (testDialect === 'sqlite') return readFileSync(join(path, '.svc/data.db'), 'latin1');
  const client = new pg.Client({ connectionString: await testDatabaseUrl(path) });
  await client.connect();
  const { rows } = await client.query<{ readonly text: string }>(
    "SELECT schema_to_xml(current_schema(), false, false, '')::text AS text",
  );
  await client.end();
  return rows[0]?.text ?? '';
}

function bootstrap(
  folder: TemporaryFolder,
  options: { readonly args?: readonly string[]; readonly input?: string; readonly password?: string } = {},
): Promise<CommandResult> {
  const { args = [], input } = options;
  return auth(folder, ['bootstrap', '-e', email, '-p', options.password ?? password, ...args], input);
}

describe('svc auth bootstrap', () => {
  test('makes the first super_admin and the tables of an empty database, without a secret', async () => {
    using folder = project();
    expect(await bootstrap(folder, { args: ['-r', 'super_admin'] })).toEqual({
      code: 0,
      stdout: `Created the super_admin ${email}, who can log in now.\n`,
      stderr: '',
    });
    expect(existsSync(join(folder.path, '.svc/data.db'))).toBe(testDialect === 'sqlite');
  });

  test('reads the password from the standard input for "-p -", and never writes it anywhere', async () => {
    using folder = project();
    const { code, stdout } = await bootstrap(folder, {
      password: '-',
      input: `${password}\n`,
      args: ['--json'],
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      user: { id: expect.any(String), email, role: 'super_admin' },
    });
    const stored = await storedIn(folder);
    expect([stored.includes(email), stored.includes(password)]).toEqual([true, false]);
  });

  test('refuses an empty standard input as wrong usage', async () => {
    using folder = project();
    expect(await bootstrap(folder, { password: '-', input: '' })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: -p - reads the password from standard input, but it was empty\n',
    });
  });

  test('exits with 1 once there is a super_admin, whatever the email', async () => {
    using folder = project();
    await bootstrap(folder);
    const again = await auth(folder, ['bootstrap', '-e', 'eve@example.com', '-p', password, '--json']);
    const message = 'There is a super_admin already; further users are made by an administrator.';
    expect(again.code).toBe(1);
    expect(again.stderr).toBe(`error: ${message}\n`);
    expect(JSON.parse(again.stdout)).toEqual({ ok: false, error: message, code: 'ADMIN_EXISTS' });
  });

  test('makes one of five at once', async () => {
    using folder = project();
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => bootstrap(folder)));
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1, 1]);
  }, 60_000);

  test('names every rule that a weak password fails, and not the password', async () => {
    using folder = project();
    const { code, stdout, stderr } = await bootstrap(folder, { password: 'swordfish', args: ['--json'] });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: The password is not strong enough\. .*12 characters.*uppercase.*digit.*symbol/,
    );
    expect(stderr).not.toContain('swordfish');
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: 'WEAK_PASSWORD' });
    expect((JSON.parse(stdout) as { readonly details: readonly unknown[] }).details.length).toBeGreaterThan(
      3,
    );
  });

  test.each([
    [
      '-r',
      'suer_admin',
      'error: There is no role "suer_admin"; roles are super_admin, admin, editor, moderator, author, customer, guest. Did you mean "super_admin"?\n',
    ],
    ['-e', 'nobody', 'error: "nobody" is not an email address.\n'],
  ])('refuses %s %s', async (option, value, stderr) => {
    using folder = project();
    expect(await bootstrap(folder, { args: [option, value] })).toEqual({ code: 1, stdout: '', stderr });
  });

  test('says what to do about a config without auth', async () => {
    using folder = projectFolder({ 'svc.config.ts': config.replace(/^ {2}auth:.*\n/m, '') });
    expect(await bootstrap(folder)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: svc.config.ts has no auth, so there are no users and no keys: add auth: { secret: process.env.SVC_SECRET }.\n',
    });
    expect(existsSync(join(folder.path, '.svc'))).toBe(false);
  });
});

interface KeyAnswer {
  readonly apiKey: { readonly id: string; readonly expiresAt: string | null };
  readonly key: string;
}

async function createKey(folder: TemporaryFolder, ...args: readonly string[]): Promise<KeyAnswer> {
  const { stdout } = await auth(folder, ['key', 'create', '--json', ...args]);
  return JSON.parse(stdout) as KeyAnswer;
}

describe('svc auth key', () => {
  test('creates a key that is shown once, lists it without its text, and revokes it', async () => {
    using folder = project();
    const created = await auth(folder, ['key', 'create', '--name', 'ci', '--role', 'moderator']);
    expect(created).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Created the API key "ci" \([\w-]+\): role moderator, until \d{4}-\d\d-\d\d\.\nIt is shown only once:\nsvc_sec_[A-Za-z0-9]{49}\n$/,
      ),
      stderr: '',
    });
    const key = created.stdout.trim().split('\n').at(-1) ?? '';
    const { stdout: list } = await auth(folder, ['key', 'list']);
    expect(list).toMatch(/^ID .*NAME +KEY +RIGHTS +EXPIRES +LAST USED +STATE\n/);
    expect(list).toContain(`${key.slice(0, 12)}...`);
    expect(list).not.toContain(key);
    const stored = await storedIn(folder);
    expect([stored.includes(key.slice(0, 12)), stored.includes(key)]).toEqual([true, false]);

    const { apiKeys } = JSON.parse((await auth(folder, ['key', 'list', '--json'])).stdout) as {
      readonly apiKeys: readonly { readonly id: string }[];
    };
    expect(apiKeys).toEqual([
      {
        id: expect.any(String),
        name: 'ci',
        prefix: key.slice(0, 12),
        role: 'moderator',
        scopes: null,
        expiresAt: expect.any(String),
        lastUsedAt: null,
        createdAt: expect.any(String),
        createdBy: null,
        disabled: false,
      },
    ]);
    const id = apiKeys[0]?.id ?? '';
    expect(await auth(folder, ['key', 'revoke', id])).toMatchObject({
      code: 0,
      stdout: `Revoked the API key ${id}.\n`,
    });
    expect(await auth(folder, ['key', 'revoke', id])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: there is no API key with the id "${id}"; see \`svc auth key list\`.\n`,
    });
    expect((await auth(folder, ['key', 'list'])).stdout).toBe(
      'There are no API keys; create one with `svc auth key create`.\n',
    );
  }, 60_000);

  test('takes scopes, and an end as days, a date or never', async () => {
    using folder = project();
    const scopes = ['--scope', 'posts:read', 'globals.site:update', '--scope', '*:read'];
    const days = await createKey(folder, '--name', 'a', '--expires', '30d', ...scopes);
    expect(days.apiKey).toMatchObject({
      role: null,
      scopes: ['posts:read', 'globals.site:update', '*:read'],
    });
    const inDays = (Date.parse(days.apiKey.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(29.9);
    expect(inDays).toBeLessThanOrEqual(30);
    const date = await createKey(folder, '--name', 'b', '--role', 'admin', '--expires', '2999-01-31');
    expect(date.apiKey.expiresAt).toBe('2999-01-31T23:59:59.999Z');
    const never = await createKey(folder, '--name', 'c', '--role', 'admin', '--expires', 'never');
    expect(never.apiKey.expiresAt).toBeNull();
  }, 60_000);

  test.each([
    [['--role', 'moderater'], 1, 'there is no role "moderater"; roles are .* Did you mean "moderator"'],
    [['--scope', 'post:read'], 1, '"post:read" names no collection'],
    [['--role', 'admin', '--expires', 'soon'], 2, '--expires takes a date such as 2027-11-21'],
    [['--role', 'admin', '--expires', '2020-01-01'], 2, '--expires 2020-01-01 is in the past'],
    [['--role', 'admin', '--name', ' '], 2, '--name takes 1 to 100 characters'],
  ])('refuses %j', async (args, code, message) => {
    using folder = project();
    const result = await auth(folder, ['key', 'create', '--name', 'x', ...args]);
    expect(result).toEqual({ code, stdout: '', stderr: expect.stringMatching(`^error: .*${message}`) });
  });
});
