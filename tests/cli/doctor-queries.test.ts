/** `svc doctor --queries`, beside the database of a server. */
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { listOf, removeFilled, startManyPosts } from '../http/support/many-posts.js';
import { projectFolder, svc } from '../support/svc-command.js';

vi.setConfig({ testTimeout: 120_000 });

afterAll(removeFilled);

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  collections: [
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'section', type: 'text', index: true },
        { name: 'rank', type: 'number' },
        { name: 'body', type: 'textarea' },
      ],
    },
  ],
});
`;

test('shows each slow read with the line of the config that helps', async () => {
  using folder = projectFolder({ 'svc.config.ts': config });
  const service = await startManyPosts({ server: { slowReadThreshold: 1 } });
  const path = listOf({ rank: { equals: 7 } }, '&sort=title_desc&count=none');
  expect((await fetch(service.url + path)).status).toBe(200);
  await service.close();
  const env = { SVC_DATABASE_URL: `file:${join(service.folder, 'data.db')}` };
  const shown = await svc(['doctor', '--queries'], { cwd: folder.path, env });
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain(
    'GET /api/posts?where={"rank":{"equals":"…"}}&sort=title_desc&count=none\n  1 time: half within ',
  );
  expect(shown.stdout).toContain(`→ posts: indexes: [{ fields: ['rank', 'title'] }], which finds`);
  const json = await svc(['doctor', '--queries', '--json'], { cwd: folder.path, env });
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ ok: true, threshold: 50 },
    queries: [{ collection: 'posts', count: 1, advice: [{ kind: 'index', fields: ['rank', 'title'] }] }],
  });
});

test('says that there are none, and that none are kept', async () => {
  using folder = projectFolder({ 'svc.config.ts': config });
  const none = await svc(['doctor', '--queries'], { cwd: folder.path });
  expect(none).toMatchObject({ code: 0, stdout: 'No slow reads are kept above 50 ms.\n' });
  const off = await svc(['doctor', '--queries'], { cwd: folder.path, env: { SVC_SLOW_READ_THRESHOLD: '0' } });
  expect(off.stdout).toBe('No slow reads are kept: server.slowReadThreshold is 0.\n');
});

test('a database that cannot be read is an error', async () => {
  using folder = projectFolder({ 'svc.config.ts': config, 'data.db': 'not a database, but a text' });
  const { code, stdout } = await svc(['doctor', '--queries', '--json'], {
    cwd: folder.path,
    env: { SVC_DATABASE_URL: 'file:data.db' },
  });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false });
});
