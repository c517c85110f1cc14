/**
 * `npm run soak -- --minutes N --seed S --database sqlite|postgres`: mixed load on a built server. After a
 * warm-up (the first fifth) its heap and its open handles must not grow, and no request may fail. Exit code 1
 * otherwise. The limit of 5 % an hour is judged from half an
 * hour on: in less time the noise of a garbage collector is larger.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createActors } from '../fuzz/actors.js';
import { startFuzzedServer } from '../fuzz/fuzzed-server.js';
import { createRandom } from '../fuzz/random.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { testedDatabases } from '../support/tested-databases.js';
import { startLoad } from './load.js';
import { type Sample, slopeAnHour } from './slope.js';

const maxSlope = 0.05;
const minutesToJudge = 30;
const warmUp = 0.2;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'sqlite' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('--minutes and --seed are numbers.');
const [database = 'sqlite'] = testedDatabases(values.database);

const server = await startFuzzedServer(join(import.meta.dirname, '../..'), database);
try {
  const problems = await soak();
  for (const problem of problems) console.log(`  ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await server.close();
}

async function soak(): Promise<readonly string[]> {
  const actors = await createActors(server.url, () => undefined);
  const session = async (): Promise<string> => String((await actors.keeper()).headers['cookie']);
  const begin = Date.now();
  const load = startLoad({
    ...{ url: server.url, session, random: createRandom(seed) },
    until: begin + minutes * 60_000,
  });
  const heap: Sample[] = [];
  const handles: Sample[] = [];
  const pause = Math.max(1000, (minutes * 60_000) / 100);
  while (Date.now() - begin < minutes * 60_000 && server.exit() === null) {
    await delay(pause);
    const usage = await server.settledUsage();
    const now = (Date.now() - begin) / 60_000;
    if (now < minutes * warmUp) continue;
    heap.push([now, usage.heap]);
    handles.push([now, usage.handles]);
  }
  await load.ended;
  const requests = [...load.done.values()].reduce((sum, count) => sum + count, 0);
  const growth = slopeAnHour(heap);
  const isJudged = minutes >= minutesToJudge;
  console.log(
    [
      `${database}, seed ${seed}: ${requests} requests in ${minutes} minutes`,
      `  ${[...load.done].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
      `  heap ${mebibytes(heap[0])} to ${mebibytes(heap.at(-1))} MiB${isJudged ? `, ${percent(growth)} an hour` : ''}`,
      `  open handles ${handles[0]?.[1]} to ${handles.at(-1)?.[1]}`,
    ].join('\n'),
  );
  const problems = [
    ...(server.exit() === null ? [] : [`The server ended: ${server.exit()}`]),
    ...load.failed.slice(0, 20),
    ...(isJudged && growth > maxSlope ? [`The heap grows by ${percent(growth)} an hour.`] : []),
    ...((handles.at(-1)?.[1] ?? 0) > (handles[0]?.[1] ?? 0) + 20
      ? ['The number of open handles grows.']
      : []),
  ];
  recordRun({
    ...{ program: 'soak', database, seeds: String(seed), kills: 0, seconds: minutes * 60 },
    tried: counted(requests, 'requests of a mixed load'),
    faults: problems.length,
  });
  return problems;
}

function mebibytes(sample: Sample | undefined): string {
  return ((sample?.[1] ?? 0) / 2 ** 20).toFixed(1);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
