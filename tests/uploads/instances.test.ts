import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { describePostgres, describeS3 } from '../support/services.js';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';
import { storageAddress } from '../support/test-storage.js';
import { fileForm } from './support/file-server.js';

const config = readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8');

function describeInstances(fresh: () => Promise<string>, place: NodeJS.ProcessEnv): void {
  let folder: TemporaryFolder | null = null;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    folder = projectFolder({ 'svc.config.ts': config });
    const env = { SVC_DATABASE_URL: await fresh(), ...place };
    const { code, stderr } = await svc(['build'], { cwd: folder.path, env });
    if (code !== 0) throw new Error(stderr);
    // The first one makes the tables.
    for (let count = 0; count < 2; count += 1) {
      servers.push(await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path, env }));
      await fetch(`${servers[count]?.url}/health/ready`);
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.end('SIGKILL');
    folder?.[Symbol.dispose]();
  });

  const send = async (index: number, method: string, path: string, body?: FormData) => {
    const response = await fetch(`${servers[index]?.url}${path}`, { method, ...(body && { body }) });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null };
  };

  test('serve, replace and delete files of each other', async () => {
    const path = '/api/attachments';
    const { status, body: created } = await send(0, 'POST', path, fileForm('one'));
    expect(status).toBe(201);
    expect(await send(1, 'GET', created.url)).toMatchObject({ status: 200, text: 'one' });
    const all = await Promise.all(
      [0, 1, 0, 1].map((index) => send(index, 'PATCH', `${path}/${created.id}`, fileForm(`${index}`))),
    );
    expect(all.map((each) => each.status)).toEqual([200, 200, 200, 200]);
    const { body: last } = await send(0, 'GET', `${path}/${created.id}`);
    expect((await send(1, 'GET', last.url)).status).toBe(200);
    // Of four replacements at the same time, one is named, by both.
    const named = await Promise.all(all.map(({ body }) => send(1, 'GET', body.url)));
    expect(named.map((each) => each.status).sort()).toEqual([200, 404, 404, 404]);
    await send(1, 'DELETE', `${path}/${created.id}`);
    expect((await send(0, 'GET', last.url)).status).toBe(404);
  });
}

describePostgres('two instances with one database', (fresh) => {
  describe('and one folder', () => describeInstances(fresh, {}));
  describeS3('and one bucket', (options) => {
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const address = process.env['SVC_TEST_S3_URL'] ?? '';
    describeInstances(fresh, { SVC_STORAGE_URL: storageAddress(address, prefix) });
    afterAll(async () => {
      const storage = openS3Storage({ ...options, prefix });
      for await (const { key } of storage.list('')) await storage.delete(key);
    });
  });
});
