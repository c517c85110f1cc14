import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
      message: '.svc/data.db will be made by the first start',
    });
    expect(of('generated')?.status).toBe('ok');
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
      /^failed {2}secret {5}SVC_SECRET has 5 bytes, and 32 are the least\n +→ make one with: node -p /m,
    );
    expect(stderr).toBe('error: 2 checks failed and need mending.\n');
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

  test('shows the faults of a config and does not look further', async () => {
    using folder = projectFolder({ 'svc.config.ts': config.replace("'text'", "'txt'") });
    const { code, of } = await findingsIn(folder.path);
    expect(code).toBe(1);
    expect(of('config')).toMatchObject({ status: 'failed' });
    expect(of('config')?.message).toMatch(/^svc\.config\.ts:4 collections\.posts\.fields\.title/);
    expect(of('database')).toBeUndefined();
  });
});
