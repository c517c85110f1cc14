/**
 * `npm run costliest -- --minutes N --seed S --database sqlite|postgres --documents N`: searches for the list
 * request that takes the most CPU, by hill climbing within the service's limits. Then there are four times as
 * many documents, and the most expensive requests are sent again: their CPU may grow at most linearly. Exit
 * code 1 if a request holds up the server for more than its budget, grows faster, or fails.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { createRandom } from '../fuzz/random.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { testedDatabases } from '../support/tested-databases.js';
import { type Climbed, climb, type Found } from './climb.js';
import { type Cost, type MeasuredServer, startMeasuredServer } from './measured-server.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    // Fewer fit into the cache of the database, so that four times as many seem to grow faster than linearly.
    documents: { type: 'string', default: '8000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string' },
  },
});
const [minutes = 0, documents = 0, seed = 0] = [values.minutes, values.documents, values.seed].map(Number);
if (!(minutes > 0) || !(documents > 0) || !Number.isSafeInteger(seed))
  throw new Error('--minutes, --documents and --seed are numbers.');

/** Milliseconds of CPU for which a request may hold up the server's own process. */
const maxCpu = 2000;
/** Milliseconds of CPU with the reader processes: the deadline of long reads, and what surrounds them. */
const maxWhole = 7000;
const growth = 4;
/** Above linear growth by this factor counts as more than linear; caches and garbage make some of it. */
const tolerance = 1.5;
/** Cheaper requests are not compared: their time is mostly fixed. */
const minCompared = 20;
const shown = 5;

let found = 0;
const databases = testedDatabases(values.database);
for (const database of databases) found += await search(database, (minutes * 60_000) / databases.length);
process.exitCode = found === 0 ? 0 : 1;

async function search(database: DialectName, duration: number): Promise<number> {
  const begun = Date.now();
  const server = await startMeasuredServer(root, database);
  try {
    await server.fill(documents);
    const random = createRandom(seed);
    const own = await climb(server, { random, duration: duration * 0.4, score: ({ cpu }) => cpu });
    const whole = await climb(server, { random, duration: duration * 0.4, score: (cost) => cost.whole });
    const tops = [own, whole].flatMap((climbed) => climbed.tops.slice(0, shown));
    const before = await again(server, tops);
    await server.fill(documents * growth);
    const after = await again(server, tops);
    const faults = [...own.tops, ...whole.tops, ...after].flatMap(expensive);
    faults.push(...before.flatMap((one, at) => grown(one, after[at])));
    print({ database, own, whole, before, after, faults });
    recordRun({
      ...{ program: 'costliest', database, seeds: String(seed), kills: 0, faults: faults.length },
      tried: `${counted(own.requests + whole.requests, 'requests')}, ${counted(own.restarts + whole.restarts, 'hills')}`,
      seconds: (Date.now() - begun) / 1000,
    });
    return faults.length;
  } finally {
    await server.close();
  }
}

async function again(server: MeasuredServer, tops: readonly Found[]): Promise<readonly Found[]> {
  const measured: Found[] = [];
  for (const { request } of tops) {
    const costs = [await server.measure(request), await server.measure(request)];
    costs.sort((one, other) => one.whole - other.whole);
    measured.push({ request, cost: costs[0] as Cost });
  }
  return measured;
}

function expensive({ request, cost }: Found): readonly string[] {
  const { status, cpu, whole } = cost;
  const isFine = (status < 500 || status === 503) && cpu <= maxCpu && whole <= maxWhole;
  return isFine ? [] : [`${line(cost)}: ${JSON.stringify(request).slice(0, 2000)}`];
}

/** A read that met its deadline has no comparable CPU. */
function grown(before: Found, after: Found | undefined): readonly string[] {
  if (after === undefined || after.cost.status !== 200 || before.cost.status !== 200) return [];
  const ratio = after.cost.whole / Math.max(minCompared, before.cost.whole);
  if (ratio <= growth * tolerance) return [];
  return [
    `With ${growth} times the documents ${ratio.toFixed(1)} times the CPU: ${line(before.cost)}, then ` +
      `${line(after.cost)}: ${JSON.stringify(after.request).slice(0, 2000)}`,
  ];
}

interface Result {
  readonly database: DialectName;
  readonly own: Climbed;
  readonly whole: Climbed;
  readonly before: readonly Found[];
  readonly after: readonly Found[];
  readonly faults: readonly string[];
}

function print({ database, own, whole, before, after, faults }: Result): void {
  const tops = before.map(({ request, cost }, at) => {
    const later = after[at];
    const text = JSON.stringify(request);
    return `  ${line(cost)}; with ${growth} times the documents ${later ? line(later.cost) : '-'}: ${text.slice(0, 300)} (${text.length} characters)`;
  });
  const total = (of: (climbed: Climbed) => number): number => of(own) + of(whole);
  console.log(
    [
      `${database}, seed ${seed}, ${documents} documents: ${total(({ requests }) => requests)} requests, ` +
        `${total(({ refused }) => refused)} refused, ${total(({ restarts }) => restarts)} hills`,
      ...tops,
      `  faults: ${faults.length}`,
      ...faults.map((fault) => `    ${fault}`),
    ].join('\n'),
  );
}

function line({ status, cpu, whole, elapsed }: Cost): string {
  return `${status}, ${Math.round(cpu)} ms of CPU, ${Math.round(whole)} with readers, ${Math.round(elapsed)} ms`;
}
