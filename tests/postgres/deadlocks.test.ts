/**
 * Many writes that PostgreSQL ends as a deadlock: they are tried again, and given up after some tries. A
 * trigger ends them, since the service's own order of locks leaves no two bulks waiting for each other.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { startAuthServer } from '../support/auth-server.js';
import { describePostgres } from '../support/services.js';

const calls = { before: 0, after: 0 };

function count(hook: keyof typeof calls): void {
  calls[hook] += 1;
}

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      drafts: false,
      fields: [{ name: 'title', type: 'text' }],
      hooks: {
        beforeChange: () => count('before'),
        afterChange: () => count('after'),
      },
    },
  ],
};

describePostgres('a deadlock of many writes', (fresh) => {
  async function open(deadlocks: number): Promise<Awaited<ReturnType<typeof startAuthServer>>> {
    const url = await fresh();
    const server = await startAuthServer({ config, env: { SVC_DATABASE_URL: url } });
    const beside = await createPostgresDriver({ url });
    onTestFinished(() => beside.close());
    await beside.schemaChange(async (connection) => {
      await connection.run('CREATE SEQUENCE writes', []);
      // A sequence counts on when a transaction is rolled back.
      await connection.run(
        `CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW."title" = 'last' AND nextval('writes') <= ${deadlocks} THEN
            RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected';
          END IF;
          RETURN NEW; END $$`,
        [],
      );
      await connection.run(
        'CREATE TRIGGER ends BEFORE INSERT ON "posts" FOR EACH ROW EXECUTE FUNCTION deadlock()',
        [],
      );
    });
    Object.assign(calls, { before: 0, after: 0 });
    return server;
  }
  const operations = ['first', 'last'].map((title) => ({ op: 'create', data: { title } }));

  test('is tried again, and done once', async () => {
    const server = await open(4);
    const admin = await server.signedIn();
    const { status, body } = await admin.post('/api/posts/bulk', { operations });
    expect([status, body.succeeded]).toEqual([200, 2]);
    expect((await admin.get('/api/posts?limit=0')).body.totalDocs).toBe(2);
    expect(calls).toEqual({ before: 10, after: 2 });
  });

  test('that comes each time is 503 in the end, and writes nothing', async () => {
    const server = await open(100);
    const admin = await server.signedIn();
    const { status, body, headers } = await admin.post('/api/posts/bulk', { operations });
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    expect((await admin.get('/api/posts?limit=0')).body.totalDocs).toBe(0);
    expect(calls).toEqual({ before: 10, after: 0 });
  });
});
