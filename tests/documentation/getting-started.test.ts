/** docs/getting-started.md, followed from the first command to the built server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { linkPackages, run, svc, svcBinary, temporaryFolder, writeFiles } from '../support/svc-command.js';
import { namedFiles } from './code-blocks.js';

const password = 'Violet-Tram-7-Lantern';

test('every step works', async () => {
  const files = namedFiles('docs/getting-started.md');
  expect(Object.keys(files)).toEqual(['svc.config.ts', 'server.ts', 'add.js']);
  using outer = temporaryFolder();
  linkPackages(outer.path);
  expect(await svc(['init', 'cookbook'], { cwd: outer.path })).toMatchObject({ code: 0 });
  const cwd = join(outer.path, 'cookbook');
  for (const name of ['svc.config.ts', 'tsconfig.json', 'Dockerfile', '.env'])
    expect(existsSync(join(cwd, name)), name).toBe(true);
  const bootstrap = ['auth', 'bootstrap', '-e', 'you@example.com', '-p', '-'];
  expect(await svc(bootstrap, { cwd, input: `${password}\n` })).toMatchObject({ code: 0 });
  writeFiles(cwd, files);
  {
    await using server = await startServer(process.execPath, [svcBinary, 'dev'], { cwd });
    const env = { API_URL: server.url, PASSWORD: password };
    expect(await run(process.execPath, ['add.js'], { cwd, env })).toMatchObject({
      stdout: 'tomato-soup\n',
      stderr: '',
    });
    expect(await (await fetch(server.url)).text()).toContain('<li>Tomato soup (30 minutes) soup</li>');
    expect((await fetch(`${server.url}/admin`)).status).toBe(200);
  }
  expect(await svc(['migrate', 'create', '--name', 'first'], { cwd })).toMatchObject({ code: 0 });
  expect(await svc(['build'], { cwd })).toMatchObject({ code: 0 });
  const env = {
    NODE_ENV: 'production',
    SVC_AUTO_MIGRATE: 'true',
    SVC_DATABASE_URL: `file:${join(outer.path, 'production.db')}`,
    SVC_ADMIN_EMAIL: 'you@example.com',
    SVC_ADMIN_PASSWORD: password,
  };
  await using built = await startServer(process.execPath, ['dist/server.js'], { cwd, env });
  const added = await run(process.execPath, ['add.js'], {
    cwd,
    env: { API_URL: built.url, PASSWORD: password },
  });
  expect(added).toMatchObject({ stdout: 'tomato-soup\n', stderr: '' });
  expect(await (await fetch(built.url)).text()).toContain('Tomato soup');
}, 120_000);
