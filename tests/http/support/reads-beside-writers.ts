import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** What happened while clients read and another client wrote. */
export interface ReadsBesideWriters {
  readonly reads: number;
  readonly writes: number;
  /** Responses that lack a write that was acknowledged before they were requested. */
  readonly stale: readonly string[];
}

/** Connections of readers. */
const readers = 8;

/** Servers of one database with the collections `notes` and `tags`; `of` is a relation of notes to a tag. */
export async function readBesideWriters(
  urls: readonly string[],
  { reads: wanted }: { readonly reads: number },
): Promise<ReadsBesideWriters> {
  // Each agent has one connection, so that the requests of several reach several workers.
  const agents = Array.from({ length: readers }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const writer = new Agent({ keepAlive: true });
  const urlOf = (index: number): string => urls[index % urls.length] ?? '';
  const tag = await created(`${urlOf(0)}/api/tags`, { name: '0' });
  const note = await created(`${urlOf(0)}/api/notes`, { title: '0', of: tag });
  const paths = [
    { path: '/api/notes', shows: 'note' },
    { path: `/api/notes/${note}`, shows: 'note' },
    { path: '/api/notes?depth=1', shows: 'both' },
    { path: `/api/notes/${note}?depth=1`, shows: 'both' },
    { path: '/api/tags?limit=0', shows: 'total' },
  ] as const;
  const acknowledged = { note: 0, tag: 0, total: 1 };
  const stale: string[] = [];
  let reads = 0;
  let writes = 0;

  async function created(address: string, body: object): Promise<string> {
    const answer = await send(writer, 'POST', address, body);
    return String((JSON.parse(answer) as { readonly id: string }).id);
  }

  async function read(agent: Agent, index: number): Promise<void> {
    const { path, shows } = paths[index % paths.length] ?? paths[0];
    const expected = { ...acknowledged };
    const answer = await send(agent, 'GET', `${urlOf(index >> 3)}${path}`);
    reads += 1;
    const shown = {
      note: Math.max(...numbersIn(answer, /"title":"(\d+)"/g)),
      tag: Math.max(...numbersIn(answer, /"name":"(\d+)"/g)),
      total: Math.max(...numbersIn(answer, /"totalDocs":(\d+)/g)),
    };
    const isStale =
      (shows !== 'total' && shown.note < expected.note) ||
      (shows === 'both' && shown.tag < expected.tag) ||
      (shows === 'total' && shown.total < expected.total);
    if (isStale) stale.push(`${path}: ${JSON.stringify({ expected, shown })}`);
  }

  async function keepReading(agent: Agent, at: number): Promise<void> {
    for (let index = at; reads < wanted; index += 7) await read(agent, index);
  }

  async function keepWriting(): Promise<void> {
    for (; reads < wanted; writes += 1) {
      const number = String(writes + 1);
      const to = urlOf(writes);
      if (writes % 3 === 0) {
        await send(writer, 'PATCH', `${to}/api/notes/${note}`, { title: number });
        acknowledged.note = writes + 1;
      } else if (writes % 3 === 1) {
        await send(writer, 'PATCH', `${to}/api/tags/${tag}`, { name: number });
        acknowledged.tag = writes + 1;
      } else {
        await created(`${to}/api/tags`, { name: '0' });
        acknowledged.total += 1;
      }
      // Most reads find that nothing was written since the last one.
      await delay(8);
    }
  }

  try {
    await Promise.all([...agents.map(keepReading), keepWriting()]);
  } finally {
    for (const agent of [...agents, writer]) agent.destroy();
  }
  return { reads, writes, stale };
}

function numbersIn(answer: string, pattern: RegExp): readonly number[] {
  return [...answer.matchAll(pattern)].map(([, number]) => Number(number));
}

function send(agent: Agent, method: string, address: string, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, agent, headers: { 'content-type': 'application/json' } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      text(response).then((answer) => {
        if ((response.statusCode ?? 500) < 300) resolve(answer);
        else reject(new Error(`${method} ${address}: ${response.statusCode} ${answer}`));
      }, reject);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** How many reads the processes of a server have sent as kept. */
export async function keptReadsOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const hits = metrics.matchAll(/^svc_response_cache_reads_total\{.*outcome="hit"\} (\d+)$/gm);
  return [...hits].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** The config of the servers, as JavaScript. */
export const notesAndTags = `{ collections: [
  { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] },
  { slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }, { name: 'of', type: 'relationship', to: 'tags' }] },
] }`;
