import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { packageVersion } from '../../runtime/util/package-root.js';
import { newFolder, type Program, startProgram, stopPrograms } from './support/program.js';
import { openRaw } from './support/raw-connection.js';

afterEach(stopPrograms);

const json = { 'Content-Type': 'application/json' };

async function create(url: string, title: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ title });
  return fetch(`${url}/api/notes`, { method: 'POST', headers: { ...json, ...headers }, body });
}

/** A hook that delays writes, so that a signal arrives while a request runs. */
const slowNotes = `{ collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }], hooks: {
  beforeChange: async ({ data }) => {
    if (data.title === 'slow') { process.stdout.write('WAITING\\n'); await new Promise((resolve) => setTimeout(resolve, 400)); }
    if (data.title === 'stuck') { process.stdout.write('WAITING\\n'); await new Promise(() => setInterval(() => {}, 1000)); }
  },
} }] }`;

async function waiting(program: Program): Promise<void> {
  while (!program.stdout.includes('WAITING'))
    await once(program.process.stdout as NodeJS.ReadableStream, 'data');
}

describe('starting', () => {
  test('prints one line with the URL, and serves', async () => {
    const program = startProgram({ env: { SVC_LOG_LEVEL: 'silent' } });
    const url = await program.url();
    expect(JSON.parse(program.stdout)).toMatchObject({ url, msg: `Listening on ${url}` });
    expect((await create(url, 'x')).status).toBe(201);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    program.process.kill('SIGINT');
    expect(await program.exit()).toBe(0);
    expect(program.stdout.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(program.folder, '.svc/data.db'))).toBe(true);
  });

  test('a port that is taken is one line and exit code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const program = startProgram({ env: { PORT: String(port) } });
    expect(await program.exit()).toBe(1);
    expect(program.stderr).toBe(
      `Port ${port} is in use: stop the program that uses it, or set PORT to another.\n`,
    );
    taken.close();
  });

  test('a host that is not this machine is one line and exit code 1', async () => {
    const program = startProgram({ env: { HOST: '203.0.113.1' } });
    expect(await program.exit()).toBe(1);
    expect(program.stderr).toBe('HOST 203.0.113.1 is not an address of this machine.\n');
  });

  test('code that was generated from another config says what to do', async () => {
    const program = startProgram({
      generatedFrom: `{ collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'body', type: 'text' }] }] }`,
    });
    expect(await program.exit()).toBe(1);
    expect(program.stderr).toBe('The config has changed since the server was generated: run svc generate.\n');
    expect(existsSync(join(program.folder, '.svc'))).toBe(false);
  });

  test('code that was generated for another version of svc says what to do', async () => {
    const program = startProgram({ fits: '0.0' });
    expect(await program.exit()).toBe(1);
    expect(program.stderr).toBe(
      `The server was generated for svc 0.0, but svc ${packageVersion} is installed: run svc generate.\n`,
    );
    expect(existsSync(join(program.folder, '.svc'))).toBe(false);
  });

  test('a database that is none is one line and exit code 1', async () => {
    const program = startProgram({ env: { SVC_DATABASE_URL: 'file:server.mjs' } });
    expect(await program.exit()).toBe(1);
    expect(program.stderr.trim().split('\n')).toHaveLength(1);
    expect(program.stderr).toContain('server.mjs');
  });

  test('settings that are wrong are a line each and exit code 1', async () => {
    const program = startProgram({
      env: { PORT: 'http', SVC_LOG_LEVEL: 'loud', SVC_DATABASE_URL: 'mysql://u:secret@h/d' },
    });
    expect(await program.exit()).toBe(1);
    const lines = program.stderr.trim().split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'SVC_DATABASE_URL', 'SVC_LOG_LEVEL']);
    expect(program.stderr).not.toContain('secret');
  });

  test('.env is read, and the environment wins over it', async () => {
    const folder = newFolder();
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(folder, '.env'), 'SVC_DATABASE_URL=file:from-env.db\nHOST=203.0.113.1\n');
    const program = startProgram({ folder });
    await program.url();
    expect(existsSync(join(folder, 'from-env.db'))).toBe(true);
  });
});

describe('stopping', () => {
  test('a running request finishes, is stored, and its connection ends', async () => {
    const program = startProgram({ config: slowNotes, serveOptions: '{ grace: 0 }' });
    const url = await program.url();
    const answer = create(url, 'slow');
    await waiting(program);
    program.process.kill('SIGTERM');
    const response = await answer;
    expect([response.status, response.headers.get('connection')]).toEqual([201, 'close']);
    expect(await program.exit()).toBe(0);

    const again = startProgram({ config: slowNotes, folder: program.folder });
    expect(await (await fetch(`${await again.url()}/api/notes`)).json()).toMatchObject({ totalDocs: 1 });
  });

  test('readiness fails before anything is refused', async () => {
    const program = startProgram({ serveOptions: '{ grace: 1000 }' });
    const url = await program.url();
    program.process.kill('SIGTERM');
    const ready = await untilNot200(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { error: 'The server is shutting down.', code: 'UNAVAILABLE', reason: 'service.shuttingDown' },
    ]);
    expect(ready.headers.get('retry-after')).toBe('1');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await create(url, 'during the grace')).status).toBe(201);
    expect(await program.exit()).toBe(0);
  });

  test('idle connections do not hold it', async () => {
    const program = startProgram({ serveOptions: '{ grace: 0 }' });
    const url = await program.url();
    const connection = await openRaw(url);
    connection.write('GET /api/notes HTTP/1.1\r\nHost: test\r\n\r\n');
    await connection.answers(1);
    const silent = await openRaw(url);
    const slow = await openRaw(url);
    slow.write('GET /api/notes HTTP/1.1\r\nHost:');
    const started = performance.now();
    program.process.kill('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
    await slow.closed();
    await connection.closed();
    await silent.closed();
  });

  test('a second signal does not wait', async () => {
    const program = startProgram({ config: slowNotes });
    const url = await program.url();
    create(url, 'stuck').catch(() => undefined);
    await waiting(program);
    program.process.kill('SIGTERM');
    await untilNot200(`${url}/health/ready`);
    program.process.kill('SIGINT');
    expect(await program.exit()).toBe(1);
  });

  test('a request that never ends is cut after the deadline', async () => {
    const config = slowNotes.replace('{ collections', '{ server: { requestTimeout: 300 }, collections');
    const program = startProgram({ config, serveOptions: '{ grace: 0 }' });
    const url = await program.url();
    const answer = create(url, 'stuck');
    await waiting(program);
    program.process.kill('SIGTERM');
    expect((await answer).status).toBe(503);
    expect(await program.exit()).toBe(0);
  }, 15_000);

  test('under load no request is lost', async () => {
    const program = startProgram({ serveOptions: '{ grace: 300 }', env: { SVC_LOG_LEVEL: 'error' } });
    const url = await program.url();
    let served = 0;
    // Each client sends one request after the other, and stops at a response that closes its connection.
    const clients = Array.from({ length: 8 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const { status, last } = await send(`${url}/api/notes`, agent);
        if (status !== 200) throw new Error(`Status ${status}.`);
        served += 1;
        if (last) return;
      }
    });
    while (served < 200) await new Promise((resolve) => setImmediate(resolve));
    program.process.kill('SIGTERM');
    await Promise.all(clients);
    expect(await program.exit()).toBe(0);
  });

  test('what the log had collected is written, also after an uncaught error', async () => {
    const program = startProgram({
      before: `setTimeout(() => { process.on('SIGUSR2', () => { throw new Error('boom'); }); }, 0);`,
    });
    const url = await program.url();
    await create(url, 'x');
    program.process.kill('SIGUSR2');
    expect(await program.exit()).not.toBe(0);
    expect(program.stdout).toContain('"path":"/api/notes","status":201');
  });

  test('a promise that nobody handles in a hook is logged, and the server goes on', async () => {
    const config = `{ collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }], hooks: {
      beforeChange: () => { Promise.reject(new Error('forgotten await')); },
    } }] }`;
    const program = startProgram({ config });
    const url = await program.url();
    expect((await create(url, 'x')).status).toBe(201);
    expect((await create(url, 'y')).status).toBe(201);
    program.process.kill('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(program.stdout).toContain('forgotten await');
  });
});

async function untilNot200(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url);
    if (response.status !== 200) return response;
    await response.text();
  }
}

function send(url: string, agent: Agent): Promise<{ status: number; last: boolean }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response: IncomingMessage) => {
      const { statusCode = 0, headers } = response;
      response
        .resume()
        .on('end', () => resolve({ status: statusCode, last: headers.connection === 'close' }));
    }).on('error', reject);
  });
}

/** Requests a URL on a new connection. Returns the status, or `reset` if there was no response. */
function statusOf(url: string): Promise<number | 'reset'> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.on('error', () => resolve('reset'));
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve('reset'));
  });
}

function workersOf({ process: { pid } }: Program): readonly number[] {
  const listed = execFileSync('ps', ['-o', 'ppid=,pid=', '-A'], { encoding: 'utf8' });
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([parent]) => parent === pid).map(([, child = 0]) => child);
}

describe('several workers', () => {
  const twice = { SVC_WORKERS: '2' };

  const before = `process.env.SVC_LOG_LEVEL = 'warn';`;
  const config = `{ collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }], hooks: {
    beforeChange: ({ data }) => {
      if (data.title === 'die') process.exit(7);
      return { ...data, title: data.title + process.pid };
    },
  } }] }`;

  /** Waits until two workers respond. Returns their process ids. */
  async function untilTwoWrite(url: string): Promise<readonly number[]> {
    const last: number[] = [];
    while (new Set(last).size < 2) {
      const response = await create(url, '', { Connection: 'close' }).catch(() => null);
      const made = (await response?.json().catch(() => null)) as { readonly title: string } | null;
      if (made != null) last.push(Number(made.title));
      // Drops a worker that was killed meanwhile.
      if (last.length > 6) last.shift();
    }
    return [...new Set(last)];
  }

  test('share the port and the database, and stop together', async () => {
    const program = startProgram({ config, before, env: twice });
    const url = await program.url();
    expect(await untilTwoWrite(url)).not.toContain(program.process.pid);
    program.process.kill('SIGTERM');
    expect((await untilNot200(`${url}/health/ready`)).status).toBe(503);
    expect(await program.exit()).toBe(0);
    expect(program.stdout.trim().split('\n')).toHaveLength(1);
  });

  test('one that dies is replaced', async () => {
    const program = startProgram({ config, before, env: twice });
    const url = await program.url();
    await create(url, 'die').catch(() => undefined);
    const told = expect.poll(() => program.stderr, { timeout: 10_000 });
    await told.toContain('A worker ended with exit code 7; another one replaces it.');
    for (let made = 0; made < 5; made += 1) expect((await create(url, 'x')).status).toBe(201);
    program.process.kill('SIGINT');
    expect(await program.exit()).toBe(0);
  });

  test('a connection that was given to one that dies is reset, not forgotten', async () => {
    const program = startProgram({ config, before, env: twice });
    const url = await program.url();
    const [stopped = 0] = workersOf(program);
    // A connection that it is given from now on is not yet accepted when it dies.
    process.kill(stopped, 'SIGSTOP');
    const requests = Array.from({ length: 8 }, () => statusOf(`${url}/health/live`));
    // All but one: connections are given out in turn, and the other worker gets its next one only after it
    // has accepted the last.
    let answered = 0;
    for (const request of requests)
      void request.then(() => {
        answered += 1;
      });
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(7);
    process.kill(stopped, 'SIGKILL');
    const ends = await Promise.all(requests);
    expect(new Set(ends)).toEqual(new Set([200, 'reset']));
  });

  test('every request is answered or reset when workers are killed under load', async () => {
    const program = startProgram({ config, before, env: twice });
    const url = await program.url();
    const ends = new Map<number | string, number>();
    const replaced = () => program.stderr.split('another one replaces it').length - 1;
    let over = false;
    const clients = Array.from({ length: 20 }, async () => {
      while (!over) {
        const end = await statusOf(`${url}/health/live`);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    });
    for (let killed = 1; killed <= 4; killed += 1) {
      // Killing the only listening worker would close the port, and another program could take it.
      const writers = await untilTwoWrite(url);
      process.kill(writers[killed % 2] ?? 0, 'SIGKILL');
      await expect.poll(replaced, { timeout: 10_000 }).toBe(killed);
    }
    over = true;
    // A request that hangs would keep its client from ending.
    await Promise.all(clients);
    expect([...ends.keys()].filter((end) => end !== 200 && end !== 'reset')).toEqual([]);
  });

  test('what keeps one from starting is said once', async () => {
    const program = startProgram({ env: { ...twice, HOST: '203.0.113.1' } });
    expect(await program.exit()).toBe(1);
    expect(program.stderr).toBe('HOST 203.0.113.1 is not an address of this machine.\n');
  });
});
