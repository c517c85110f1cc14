import { afterEach, describe, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createService } from '../../runtime/create-service.js';
import { userText } from '../../runtime/errors/reasons/reason.js';
import { badInput, issueAt, ServiceError } from '../../runtime/errors/service-error.js';
import type { LogOutput } from '../../runtime/http/observability/log-output.js';
import { createNotesService, type NotesOptions, type NotesService } from './support/notes-service.js';
import { requestTarget } from './support/raw-connection.js';

const services: NotesService[] = [];
afterEach(() => Promise.all(services.splice(0).map(({ app }) => app.close())));

function start(options?: NotesOptions): NotesService {
  const service = createNotesService(options);
  services.push(service);
  return service;
}

describe('the line of a request', () => {
  test('names it, its answer, the time it took and the client', async () => {
    const { app, log } = start();
    const { url } = await app.listen();
    await fetch(`${url}/api/notes/nothing`, { headers: { 'X-Request-Id': 'r1' } });
    expect(log).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        requestId: 'r1',
        method: 'GET',
        path: '/api/notes/nothing',
        status: 404,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        ip: '127.0.0.1',
      },
    ]);
  });

  test('tells neither query nor headers nor bodies', async () => {
    const { app, log } = start();
    await app.fetch('/api/notes?token=secret-1', {
      method: 'POST',
      headers: {
        Authorization: 'Bearer secret-2',
        Cookie: 'session=secret-3',
        'Content-Type': 'application/json',
      },
      body: '{"password":"secret-4"}',
    });
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  test('cannot be forged by a path', async () => {
    const { app, log } = start();
    const { url } = await app.listen();
    await requestTarget(url, 'GET', '/api/"},{"level":60,"x":"\\');
    expect(log).toMatchObject([{ level: 30, path: '/api/"},{"level":60,"x":"\\', status: 404 }]);
  });

  test('a path of any length takes a bounded line', async () => {
    const { app, log } = start();
    await app.fetch(`/api/${'x'.repeat(10_000)}`);
    expect(JSON.stringify(log).length).toBeLessThan(1500);
  });

  test('names the client behind trusted proxies only', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9, 10.0.0.1' };
    for (const [trustProxy, ip] of [
      [false, '127.0.0.1'],
      [true, '203.0.113.9'],
      [1, '10.0.0.1'],
      ['loopback, uniquelocal', '203.0.113.9'],
      [['10.0.0.0/8'], '127.0.0.1'],
    ] as const) {
      const { app, log } = start({ trustProxy });
      const { url } = await app.listen();
      await fetch(`${url}/health/live`, { headers });
      expect(log).toMatchObject([{ ip }]);
    }
  });
});

describe('an unexpected error', () => {
  const hidden = 'SELECT * FROM "notes" in /srv/app/secret.ts';

  test('tells the client a request id and nothing else; the log has the rest under it', async () => {
    const { app, log } = start({
      during: () => {
        throw new Error(hidden, { cause: new Error('the cause') });
      },
    });
    const response = await app.fetch('/api/notes', { headers: { 'X-Request-Id': 'r2' } });
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        ...{ error: expect.not.stringContaining('SELECT'), code: 'INTERNAL_ERROR', requestId: 'r2' },
        reason: 'service.internalError',
      },
    ]);
    expect(log).toMatchObject([
      {
        level: 50,
        requestId: 'r2',
        path: '/api/notes',
        err: { message: expect.stringContaining(hidden), stack: expect.any(String) },
      },
      { level: 30, requestId: 'r2', status: 500 },
    ]);
  });

  test.each([
    ['a text'],
    [undefined],
    [null],
    [{ code: 'NOT_FOUND' }],
    [Object.assign(new Error(hidden), { code: 'CONFLICT' })],
  ])('may be anything that can be thrown: %j', async (thrown) => {
    const { app } = start({
      during: () => {
        throw thrown;
      },
    });
    const response = await app.fetch('/api/notes');
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('SELECT')]);
  });

  test('an INTERNAL_ERROR that somebody throws tells nothing either', async () => {
    const { app } = start({
      during: () => {
        throw new ServiceError('INTERNAL_ERROR', userText(hidden));
      },
    });
    expect(await (await app.fetch('/api/notes')).text()).not.toContain('SELECT');
  });
});

test('a store that cannot be opened is 503, with the reason in the log, and tried again by the next request', async () => {
  let tries = 0;
  const other = createNotesService();
  const { app, log } = start({
    open: async () => {
      tries += 1;
      if (tries < 3) throw new Error('no such file: /srv/secret.db');
      return other.store;
    },
  });
  for (const path of ['/api/notes', '/health/ready']) {
    const response = await app.fetch(path);
    expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('secret')]);
  }
  expect(JSON.stringify(log)).toContain('no such file: /srv/secret.db');
  expect((await app.fetch('/health/live')).status).toBe(200);
  expect((await app.fetch('/api/notes')).status).toBe(200);
  await app.close();
  expect((await app.fetch('/health/ready')).status).toBe(503);
});

test('an expected error is answered as it was thrown', async () => {
  const { app, log } = start({
    during: ({ requestId }) => {
      if (requestId === 'bad') throw badInput(userText('Wrong.'), [issueAt('title', userText('too long'))]);
      if (requestId === 'gone')
        throw new ServiceError('CONFLICT', userText('Moved on.'), { currentRevision: 7 });
      throw new ServiceError('UNAVAILABLE', userText('The store is away.'));
    },
  });
  async function answer(id: string): Promise<unknown> {
    const response = await app.fetch('/api/notes', { headers: { 'X-Request-Id': id } });
    return {
      status: response.status,
      retry: response.headers.get('retry-after'),
      body: await response.json(),
    };
  }
  expect(await answer('bad')).toEqual({
    status: 400,
    retry: null,
    body: { error: 'Wrong.', code: 'BAD_USER_INPUT', details: [{ path: 'title', message: 'too long' }] },
  });
  expect(await answer('gone')).toEqual({
    status: 409,
    retry: null,
    body: { error: 'Moved on.', code: 'CONFLICT', currentRevision: 7 },
  });
  expect(await answer('away')).toEqual({
    status: 503,
    retry: '1',
    body: { error: 'The store is away.', code: 'UNAVAILABLE' },
  });
  expect(log.filter(({ level }) => level === 50)).toEqual([]);
});

describe('the level', () => {
  const config: ServiceConfig = {
    collections: [{ slug: 'notes', fields: [{ name: 'title', type: 'text' }] }],
  };

  async function linesOf(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
    const lines: string[] = [];
    const logOutput: LogOutput = { write: (line) => void lines.push(line) };
    const parts = { config, contract: describeConfig(config), routes: {}, openapi: new URL(import.meta.url) };
    const app = createService(parts, { env, logOutput });
    expect((await app.fetch('/health/ready')).status).toBe(503);
    await app.close();
    return lines;
  }

  test('holds where another variable is wrong', async () => {
    const wrong = { SVC_DATABASE_URL: 'mysql://nowhere' };
    expect(await linesOf({ ...wrong, SVC_LOG_LEVEL: 'silent' })).toEqual([]);
    expect(await linesOf({ ...wrong, SVC_LOG_LEVEL: 'loud' })).not.toEqual([]);
    expect(await linesOf(wrong)).not.toEqual([]);
  });
});
