import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../bin/doctor/password-check.js';
import { startServer } from '../support/server-process.js';
import { projectFolder, svc, svcBinary } from '../support/svc-command.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
});
`;
const goodSecret = 'sT0c9o8X2u1w7Zq5Vb3Nn6Mm4Ll2Kk0Jj8Hh6Gg4Ff2';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

async function findingsIn(
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly code: number | null; readonly of: (check: string) => Finding | undefined }> {
  const { code, stdout } = await svc(['doctor', '--json'], {
    cwd,
    env: { PORT: '0', SVC_SECRET: goodSecret, ...env },
  });
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  return { code, of: (name) => findings.find(({ check }) => check === name) };
}

describe('svc doctor', () => {
  test('finds nothing wrong in a generated project, and changes nothing', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['generate'], { cwd: folder.path });
    const { code, of } = await findingsIn(folder.path);
    expect(code).toBe(0);
    expect(of('database')).toEqual({
      check: 'database',
      status: 'ok',
      message: '.svc/data.db will be created by the first start',
    });
    expect(of('generated')?.status).toBe('ok');
  });

  test('hashes a password where there are accounts', async () => {
    using folder = projectFolder({
      'svc.config.ts': config.replace('collections:', 'auth: {},\n  collections:'),
    });
    const { of } = await findingsIn(folder.path);
    expect(of('passwords')).toEqual({ check: 'passwords', status: 'ok', message: 'argon2 hashes them' });
  });

  test('says how a process ends that loads what does not fit this machine', async () => {
    expect(await failureOf("process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);")).toBe(
      'it ends the process (SIGSEGV)',
    );
    expect(await failureOf("throw new Error('No native build was found');")).toBe(
      'Error: No native build was found',
    );
    expect(await failureOf('process.exit(3);')).toBe('exit code 3');
    expect(await failureOf('1;')).toBeNull();
  });

  test('names the package for images, where a collection takes any', async () => {
    using folder = projectFolder({
      'svc.config.ts': config.replace("slug: 'posts',", "slug: 'posts', upload: true,"),
    });
    const { of } = await findingsIn(folder.path);
    expect(of('images')).toEqual({
      check: 'images',
      status: 'ok',
      message: expect.stringMatching(
        /^sharp 0\.\d+\.\d+ with libvips [\d.]+: JPEG, PNG, GIF, WebP and AVIF$/,
      ),
    });
  });

  test('looks at the session store whatever is wrong with the secret', async () => {
    const withAuth = config.replace(
      'collections:',
      "auth: { secret: process.env['SVC_SECRET'] ?? '' },\n  collections:",
    );
    using folder = projectFolder({ 'svc.config.ts': withAuth });
    const away = 'redis://127.0.0.1:1';
    const { of } = await findingsIn(folder.path, { SVC_SECRET: 'short', SVC_SESSIONS_URL: away });
    expect(of('secret')?.status).toBe('failed');
    expect(of('sessions')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('127.0.0.1:1'),
    });
    expect((await findingsIn(folder.path, { SVC_SECRET: 'short' })).of('sessions')?.status).toBe('ok');
  });

  test('prints a line for each check with what to do, and exits with 1 when one failed', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { code, stdout, stderr } = await svc(['doctor'], {
      cwd: folder.path,
      env: { PORT: '0', SVC_SECRET: 'short' },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {6}config {5}svc\.config\.ts$/m);
    expect(stdout).toMatch(/^failed {2}generated {2}\d+ files out of date: .+\n +→ run `svc generate`$/m);
    expect(stdout).toMatch(
      /^failed {2}secret {5}SVC_SECRET has 5 bytes, and 32 is the minimum\n +→ make one with: node -p /m,
    );
    expect(stderr).toBe('error: 2 checks failed and need to be fixed.\n');
    expect(stdout).not.toContain('short');
  });

  test.each([
    ['too-short', 'failed'],
    ['a'.repeat(40), 'failed'],
    ['change-me-to-something-long-and-random-please', 'failed'],
    [goodSecret, 'ok'],
    [undefined, 'warning'],
  ])('judges the secret %s as %s', async (secret, status) => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { of } = await findingsIn(folder.path, { SVC_SECRET: secret });
    expect(of('secret')?.status).toBe(status);
  });

  test('names each setting of the environment that is wrong', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { code, stdout } = await svc(['doctor'], {
      cwd: folder.path,
      env: { PORT: 'high', SVC_LOG_LEVEL: 'loud', SVC_SECRET: goodSecret },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed {2}settings {3}PORT: .+\n +→ change it in \.env or the environment$/m);
    expect(stdout).toMatch(/^failed {2}settings {3}SVC_LOG_LEVEL: /m);
  });

  test('says which port is taken, and knows its own server', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const taken = await findingsIn(folder.path, { PORT: String(port), HOST: '127.0.0.1' });
    other.close();
    expect(taken.of('port')).toMatchObject({
      status: 'failed',
      message: `${port} is in use by another program`,
    });
    await using server = await startServer(process.execPath, [svcBinary, 'start'], { cwd: folder.path });
    const own = new URL(server.url).port;
    const served = await findingsIn(folder.path, { PORT: own, HOST: '127.0.0.1' });
    expect(served.of('port')).toEqual({ check: 'port', status: 'ok', message: `svc is serving on ${own}` });
    expect(served.of('database')).toMatchObject({ status: 'ok', message: '.svc/data.db fits this config' });
  });

  test('says when the database was made for another config', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    {
      await using server = await startServer(process.execPath, [svcBinary, 'start'], { cwd: folder.path });
      await server.end();
    }
    writeFileSync(join(folder.path, 'svc.config.ts'), config.replace("'title'", "'name'"));
    await svc(['generate'], { cwd: folder.path });
    const { code, of } = await findingsIn(folder.path);
    expect({ code, status: of('database')?.status }).toEqual({ code: 1, status: 'failed' });
    expect(of('database')?.message).toContain('posts.name');
  });

  test('says when the database is no database', async () => {
    using folder = projectFolder({
      'svc.config.ts': config,
      'data.db': 'This is text, and no database at all. '.repeat(99),
    });
    const { of } = await findingsIn(folder.path, { SVC_DATABASE_URL: 'file:data.db' });
    expect(of('database')).toMatchObject({ status: 'failed' });
  });

  test('shows the issues of a config and does not look further', async () => {
    using folder = projectFolder({ 'svc.config.ts': config.replace("'text'", "'txt'") });
    const { code, of } = await findingsIn(folder.path);
    expect(code).toBe(1);
    expect(of('config')).toMatchObject({ status: 'failed' });
    expect(of('config')?.message).toMatch(/^svc\.config\.ts:4 collections\.posts\.fields\.title/);
    expect(of('database')).toBeUndefined();
  });

  describe('with auth', () => {
    const withAuth = config.replace(
      'collections',
      'auth: { secret: process.env.SVC_SECRET },\n  collections',
    );

    test('says what a new project lacks, and nothing of it fails', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      await svc(['generate'], { cwd: folder.path });
      const { code, of } = await findingsIn(folder.path);
      expect(code).toBe(0);
      expect(of('secret')).toMatchObject({ status: 'ok', message: 'SVC_SECRET has 43 bytes' });
      expect(of('sessions')).toEqual({
        check: 'sessions',
        status: 'ok',
        message: '.svc/sessions.db will be created by the first start',
      });
      expect(of('admin')).toMatchObject({ status: 'warning', message: 'there is no super_admin yet' });
      expect(of('mail')).toMatchObject({
        status: 'warning',
        message: 'no SMTP server: mails become files under .svc/outbox/',
      });
    });

    test('knows the first administrator', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      const password = 'Violet-Tram-7-Lantern';
      await svc(['auth', 'bootstrap', '-e', 'ada@example.com', '-p', password], { cwd: folder.path });
      const { of } = await findingsIn(folder.path);
      expect(of('admin')).toEqual({ check: 'admin', status: 'ok', message: 'there is a super_admin' });
    });

    test.each([
      [undefined, 'SVC_SECRET is not set, and the server does not start without it'],
      ['hunter2', 'SVC_SECRET has 7 bytes, and 32 is the minimum'],
    ])('fails with the secret %s', async (secret, message) => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      const { code, of } = await findingsIn(folder.path, { SVC_SECRET: secret });
      expect(code).toBe(1);
      expect(of('secret')).toMatchObject({ status: 'failed', message });
      expect(of('settings')).toBeUndefined();
    });

    test('fails where sessions cannot be written', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth, var: 'no folder' });
      const { of } = await findingsIn(folder.path, { SVC_SESSIONS_URL: 'file:var/sessions.db' });
      expect(of('sessions')).toMatchObject({
        status: 'failed',
        message: 'var/sessions.db: var is not a folder',
      });
    });

    test('warns of sessions that a restart ends', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      const { of } = await findingsIn(folder.path, { SVC_SESSIONS_URL: 'file::memory:' });
      expect(of('sessions')).toMatchObject({ status: 'warning' });
    });

    test('names a setting that is wrong, once', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      const { of } = await findingsIn(folder.path, { SVC_LOCKOUT_ATTEMPTS: 'many' });
      expect(of('settings')).toMatchObject({
        status: 'failed',
        message: 'SVC_LOCKOUT_ATTEMPTS: must be a whole number from 1 to 100, not "many".',
      });
    });

    test('says that workers need a base url', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      const alone = await findingsIn(folder.path, { SVC_WORKERS: '1' });
      expect(alone.of('base url')).toMatchObject({ status: 'ok' });
      const several = await findingsIn(folder.path, { SVC_WORKERS: '2' });
      expect(several.of('base url')).toMatchObject({
        ...{ status: 'warning', fix: expect.stringContaining('SVC_BASE_URL') },
      });
    });

    test('talks to the SMTP server, and shows no password', async () => {
      using folder = projectFolder({ 'svc.config.ts': withAuth });
      const greeter = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(
        0,
        '127.0.0.1',
      );
      await new Promise((resolve) => greeter.once('listening', resolve));
      const { port } = greeter.address() as AddressInfo;
      const url = `smtp://ada:hunter2@127.0.0.1:${port}`;
      const reached = await findingsIn(folder.path, { SVC_SMTP_URL: url });
      expect(reached.of('mail')).toEqual({
        check: 'mail',
        status: 'ok',
        message: `127.0.0.1:${port} answers`,
      });
      expect(reached.of('sender')).toMatchObject({
        status: 'warning',
        message: 'mails have a placeholder sender',
      });
      expect(reached.of('base url')).toMatchObject({
        status: 'warning',
        message: 'not set: links in mails lead to http://localhost:0',
      });
      await new Promise((resolve) => greeter.close(resolve));
      const away = await findingsIn(folder.path, { SVC_SMTP_URL: url, SVC_MAIL_FROM: 'ops@example.com' });
      expect(away.of('mail')).toMatchObject({ status: 'failed' });
      expect(away.of('mail')?.message).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} does not respond: `));
      expect(away.of('sender')).toBeUndefined();
      expect(JSON.stringify([reached.of('mail'), away.of('mail')])).not.toContain('hunter2');
    });
  });
});
