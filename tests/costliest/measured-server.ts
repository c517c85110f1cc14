/** The project as a built server with many documents, and the CPU that a request takes there. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { type FuzzedServer, keeper, startFuzzedServer } from '../fuzz/fuzzed-server.js';
import type { ListRequest } from './drawn-request.js';

export interface Cost {
  readonly status: number;
  /** Milliseconds of CPU of the server's own process, in which all other requests wait. */
  readonly cpu: number;
  /** The same with its reader processes. On PostgreSQL the database's own CPU is not in it. */
  readonly whole: number;
  /** Milliseconds until the response was read. */
  readonly elapsed: number;
}

export interface MeasuredServer {
  /** Creates documents until there are so many. */
  fill(documents: number): Promise<void>;
  /** Sends a request as the administrator, who may read everything. */
  measure(request: ListRequest): Promise<Cost>;
  close(): Promise<void>;
}

const batch = 200;
/** How often a batch is sent: on a machine without free processors the database may seem to be away. */
const maxTries = 10;

export async function startMeasuredServer(root: string, database: DialectName): Promise<MeasuredServer> {
  const server = await startFuzzedServer(root, database, 'tests/costliest/project');
  const headers = { 'content-type': 'application/json', cookie: await signIn(server) };
  const ids: string[] = [];

  async function post(path: string, body: object, more: Record<string, string> = {}): Promise<Response> {
    return fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  }

  /** By one key, so that what was written before a failure is not written again. */
  async function create(operations: readonly object[]): Promise<readonly string[]> {
    const own = { 'idempotency-key': randomUUID() };
    for (let tries = 1; ; tries += 1) {
      const response = await post('/api/items/bulk', { operations }, own);
      const body = (await response.json()) as { readonly results?: readonly { readonly id: string }[] };
      if (response.ok) return (body.results ?? []).map(({ id }) => id);
      if (response.status !== 503 || tries === maxTries)
        throw new Error(`${response.status} ${JSON.stringify(body).slice(0, 500)}`);
      await delay(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  }

  return {
    async fill(documents) {
      while (ids.length < documents) {
        const size = Math.min(batch, documents - ids.length);
        const operations = Array.from({ length: size }, (_, at) => ({
          op: 'create',
          data: documentOf(ids, ids.length + at),
        }));
        ids.push(...(await create(operations)));
      }
    },
    async measure(request) {
      const before = await server.usage();
      const begin = performance.now();
      const response = await post('/api/items/query', request);
      await response.arrayBuffer();
      const elapsed = performance.now() - begin;
      const after = await server.usage();
      const cpu = after.cpu - before.cpu;
      return { status: response.status, cpu, whole: cpu + after.readers - before.readers, elapsed };
    },
    close: () => server.close(),
  };
}

async function signIn({ url }: FuzzedServer): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(keeper),
  });
  if (!response.ok) throw new Error(`The login failed: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A document of about 1 kB that refers to ten of those before it. */
function documentOf(ids: readonly string[], number: number): object {
  const other = (distance: number): string | undefined =>
    ids[(number * 7919 + distance * 104_729) % ids.length];
  const related = Array.from({ length: 10 }, (_, at) => other(at)).filter((id) => id !== undefined);
  return {
    title: `title q${number % 100} ${number}`,
    body: `${'lorem ipsum dolor sit amet '.repeat(24)} aq${number % 97} zq${number % 89}`,
    rank: number % 1000,
    kind: ['a', 'b', 'c'][number % 3],
    day: new Date(Date.UTC(2020, 0, 1 + (number % 2000))).toISOString().slice(0, 10),
    tags: [`q${number % 100}`, `eq${number % 50}`],
    place: [(number % 340) - 170, (number % 160) - 80],
    extra: { number, half: number / 2 },
    parent: other(3) ?? null,
    related: [...new Set(related)],
    lines: [0, 1, 2].map((at) => ({
      text: `line q${(number + at) % 100}`,
      count: number % 500,
      item: other(at) ?? null,
    })),
  };
}
