/**
 * What `svc doctor` reports about PostgreSQL and Redis, on servers started by the tests, with TLS by a
 * certificate authority of the tests.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/free-port.js';
import { ownCertificate } from '../support/own-authority.js';
import { type OwnPostgresOptions, startOwnPostgres } from '../support/own-postgres.js';
import { startOwnRedis } from '../support/own-redis.js';
import { startServer } from '../support/server-process.js';
import { describePostgres, describeRedis } from '../support/services.js';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';

const config = `import { defineConfig, redisSessions } from 'svc';

const sessions = process.env.TLS_REDIS ? { sessions: redisSessions({ url: process.env.TLS_REDIS, tls: true }) } : {};

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET ?? '', ...sessions },
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
});
`;
const secret = 'sT0c9o8X2u1w7Zq5Vb3Nn6Mm4Ll2Kk0Jj8Hh6Gg4Ff2';
const own = { PORT: '0', SVC_SECRET: secret, SVC_BASE_URL: 'http://localhost' };

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

const untrusted = {
  ...{ status: 'failed', message: expect.stringContaining('certificate') },
  fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
};

// Each check is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let folder: TemporaryFolder;
beforeAll(() => {
  folder = projectFolder({ 'svc.config.ts': config });
});
afterAll(() => folder[Symbol.dispose]());

/** The findings about databases and sessions. The output has no password, and no warning of a library. */
async function examine(env: Readonly<Record<string, string>>): Promise<{
  readonly database: Finding | undefined;
  readonly sessions: Finding | undefined;
  readonly clocks: readonly Finding[];
}> {
  const { stdout, stderr } = await svc(['doctor', '--json'], { cwd: folder.path, env: { ...own, ...env } });
  expect(stdout + stderr).not.toContain('hunter2');
  expect(stderr).not.toContain('Warning');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  const of = (check: string): Finding | undefined => findings.find((one) => one.check === check);
  const clocks = findings.filter(({ check }) => check === 'clock');
  return { database: of('database'), sessions: of('sessions'), clocks };
}

/** The address of a proxy to a server that replaces a pattern in its responses. */
async function inOtherWords(url: string, pattern: RegExp, replacement: string): Promise<string> {
  const target = new URL(url);
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname);
    client.on('error', () => behind.destroy());
    behind.on('error', () => client.destroy());
    client.pipe(behind);
    behind.on('data', (bytes) =>
      client.write(bytes.toString('latin1').replace(pattern, replacement), 'latin1'),
    );
    behind.on('close', () => client.destroy());
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return url.replace(`:${target.port}`, `:${(server.address() as AddressInfo).port}`);
}

/** An environment in which the clock of the command is minutes ahead, or behind if the number is negative. */
function minutesOff(minutes: number): Readonly<Record<string, string>> {
  const own = projectFolder({
    'clock.mjs': `const now = Date.now; Date.now = () => now() + ${minutes * 60_000};\n`,
  });
  onTestFinished(() => own[Symbol.dispose]());
  return { NODE_OPTIONS: `--import=${join(own.path, 'clock.mjs')}` };
}

function at(url: string): string {
  return `127.0.0.1:${new URL(url).port}`;
}

describeRedis('the doctor on Redis', () => {
  const sessions = async (url: string, env = {}): Promise<Finding | undefined> =>
    (await examine({ SVC_SESSIONS_URL: url, ...env })).sessions;

  test('one that fits', async () => {
    const { url } = await startOwnRedis();
    expect(await sessions(url)).toEqual({
      ...{ check: 'sessions', status: 'ok' },
      message: expect.stringMatching(`^Redis at ${at(url)} answers \\(version \\d+\\.\\d+\\.\\d+\\)$`),
    });
  });

  test('sessions that instances share need one address', async () => {
    const { url } = await startOwnRedis();
    const env = { ...own, SVC_SESSIONS_URL: url, SVC_BASE_URL: '' };
    const { stdout } = await svc(['doctor', '--json'], { cwd: folder.path, env });
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
    expect(findings.find(({ check }) => check === 'base url')).toEqual({
      ...{ check: 'base url', status: 'warning' },
      message:
        'not set: tokens are issued under http://localhost:0, and an instance on another port refuses them',
      fix: 'set SVC_BASE_URL to the same public address on every instance',
    });
  });

  test.each([
    [['--maxmemory-policy', 'allkeys-lru'], 'warning', /maxmemory-policy allkeys-lru/, /noeviction/],
    [['--appendonly', 'no'], 'warning', /no append-only file/, /appendonly yes/],
    [['--replicaof', '127.0.0.1', '1'], 'failed', /is a replica and does not accept writes/, /primary/],
  ])('one that was started with %j', async (settings, status, message, fix) => {
    const { url } = await startOwnRedis(...settings);
    const found = { status, message: expect.stringMatching(message), fix: expect.stringMatching(fix) };
    expect(await sessions(url)).toMatchObject(found);
  });

  test('one that is too old', async () => {
    const { url } = await startOwnRedis();
    const old = await inOtherWords(url, /(?<=redis_version:)\d/, '5');
    expect(await sessions(old)).toMatchObject({
      ...{ status: 'failed', fix: expect.stringContaining('update it') },
      message: expect.stringMatching(/has version 5\.\S+: sessions need Redis 6 or newer, or Valkey$/),
    });
  });

  test('one whose clock is not that of this machine', async () => {
    const { url } = await startOwnRedis();
    const clocks = async (env: object): Promise<readonly Finding[]> =>
      (await examine({ SVC_SESSIONS_URL: url, ...env })).clocks;
    const same = { check: 'clock', status: 'ok', message: `that of Redis at ${at(url)} is the same` };
    expect(await clocks({})).toEqual([same]);
    expect(await clocks(minutesOff(1))).toEqual([
      {
        ...{ check: 'clock', status: 'warning', fix: expect.stringContaining('NTP') },
        message: expect.stringMatching(`^that of Redis at ${at(url)} is (59|60) s behind this machine's: `),
      },
    ]);
  });

  test('one that is away, and one with another password', async () => {
    const nobody = `redis://127.0.0.1:${await freePort()}`;
    expect(await sessions(nobody)).toMatchObject({
      ...{ status: 'failed', message: expect.stringContaining('ECONNREFUSED') },
      fix: expect.stringContaining('SVC_SESSIONS_URL'),
    });
    const { url } = await startOwnRedis('--requirepass', 'open-sesame');
    expect(await sessions(url.replace('//', '//:hunter2@'))).toMatchObject({
      ...{ status: 'failed', message: expect.stringContaining('WRONGPASS') },
    });
    expect(await sessions(url)).toMatchObject({
      ...{ status: 'failed', message: expect.stringContaining('NOAUTH') },
    });
    expect(await sessions(url.replace('//', '//:open-sesame@'))).toMatchObject({ status: 'ok' });
  });

  test('one with TLS: by its authority, or not at all', async () => {
    const { ca, cert, key } = ownCertificate();
    const port = String(await freePort());
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca];
    await startOwnRedis('--tls-port', port, ...files, '--tls-auth-clients', 'no');
    const known = { NODE_EXTRA_CA_CERTS: ca };
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await sessions(`rediss://${host}:${port}`, known)).toMatchObject({ status: 'ok' });
    }
    const byConfig = { TLS_REDIS: `redis://127.0.0.1:${port}` };
    expect((await examine({ ...byConfig, ...known })).sessions).toMatchObject({ status: 'ok' });
    expect((await examine(byConfig)).sessions).toMatchObject(untrusted);
    const other = ownCertificate().ca;
    expect(await sessions(`rediss://127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: other })).toMatchObject(
      untrusted,
    );
  });
});

describePostgres('the doctor on PostgreSQL', () => {
  const both = async (url: string, env = {}): Promise<readonly (Finding | undefined)[]> => {
    const { database, sessions } = await examine({ SVC_DATABASE_URL: url, ...env });
    return [database, sessions];
  };
  const startWith = (options: OwnPostgresOptions): ReturnType<typeof startOwnPostgres> =>
    startOwnPostgres(options);

  test('one that is empty, with a hint at what makes searches quick', async () => {
    const { url } = await startOwnPostgres();
    expect(await both(url)).toMatchObject([
      {
        status: 'ok',
        message: expect.stringMatching(/the first start creates the tables; the extension pg_trgm/),
      },
      {
        status: 'ok',
        message: `PostgreSQL at ${at(url)}, database postgres responds: the first start creates the tables`,
      },
    ]);
  });

  test('one whose clock is not that of this machine, said once for the database and its sessions', async () => {
    const { url } = await startOwnPostgres();
    const place = `that of PostgreSQL at ${at(url)}, database postgres is`;
    const { clocks } = await examine({ SVC_DATABASE_URL: url });
    expect(clocks).toEqual([{ check: 'clock', status: 'ok', message: `${place} the same` }]);
    const off = await examine({ SVC_DATABASE_URL: url, ...minutesOff(-1) });
    expect(off.clocks).toMatchObject([
      { status: 'warning', message: expect.stringMatching(`^${place} (60|61) s ahead of this machine's: `) },
    ]);
  });

  test('one that takes no writes', async () => {
    const { url } = await startWith({ settings: ['default_transaction_read_only=on'] });
    expect(await both(url)).toMatchObject([
      { status: 'failed', message: expect.stringContaining('does not accept writes') },
      {
        status: 'failed',
        message: expect.stringContaining('does not accept writes'),
        fix: expect.stringContaining('primary'),
      },
    ]);
  });

  test('one that is away, has another password, or no such database', async () => {
    const nobody = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
    for (const found of await both(nobody)) {
      expect(found).toMatchObject({ status: 'failed', message: expect.stringContaining('ECONNREFUSED') });
    }
    const { url } = await startWith({ password: 'open-sesame' });
    for (const found of await both(url.replace('open-sesame', 'hunter2'))) {
      expect(found).toMatchObject({
        ...{ status: 'failed', message: expect.stringContaining('password authentication failed') },
      });
    }
    for (const found of await both(url.replace(/postgres$/, 'nothing'))) {
      expect(found).toMatchObject({ status: 'failed', message: expect.stringContaining('does not exist') });
    }
  });

  test('one with TLS: by its authority, or not at all', async () => {
    const certificate = ownCertificate();
    const { url } = await startWith({ certificate });
    const known = { NODE_EXTRA_CA_CERTS: certificate.ca };
    for (const found of await both(`${url}?sslmode=verify-full`, known))
      expect(found).toMatchObject({ status: 'ok' });
    for (const found of await both(`${url}?sslmode=verify-full&sslrootcert=${certificate.ca}`)) {
      expect(found).toMatchObject({ status: 'ok' });
    }
    for (const found of await both(`${url}?sslmode=verify-full`)) {
      expect(found).toMatchObject(untrusted);
    }
  });

  describeRedis('and Redis, both with TLS', () => {
    test('a server logs its administrator in', async () => {
      const { ca, cert, key } = ownCertificate();
      const port = String(await freePort());
      const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca];
      await startOwnRedis('--tls-port', port, ...files, '--tls-auth-clients', 'no');
      const { url } = await startWith({ certificate: { ca, cert, key } });
      expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0 });
      const login = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };
      const server = await startServer(process.execPath, [join('dist', 'server.js')], {
        cwd: folder.path,
        env: {
          ...own,
          SVC_DATABASE_URL: `${url}?sslmode=verify-full`,
          SVC_SESSIONS_URL: `rediss://127.0.0.1:${port}`,
          SVC_ADMIN_EMAIL: login.email,
          SVC_ADMIN_PASSWORD: login.password,
          NODE_EXTRA_CA_CERTS: ca,
        },
      });
      onTestFinished(async () => void (await server.end('SIGKILL')));
      const answer = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(login),
      });
      expect(answer.status).toBe(200);
    });
  });
});
