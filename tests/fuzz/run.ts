/**
 * `npm run fuzz -- --minutes N --seed S --database sqlite|postgres`: fuzzes a generated server. Without
 * `--database` both are fuzzed, each for half of the time. Exit code 1 if anything was found.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { testedDatabases } from '../support/tested-databases.js';
import { type FuzzResult, fuzz } from './fuzz.js';
import { startFuzzedServer } from './fuzzed-server.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string' },
  },
});
const seed = Number(values.seed);
const minutes = Number(values.minutes);
if (!Number.isSafeInteger(seed) || !(minutes > 0)) throw new Error('--minutes and --seed are numbers.');
const databases = testedDatabases(values.database);

let found = 0;
for (const database of databases) {
  const server = await startFuzzedServer(root, database);
  try {
    const duration = (minutes * 60_000) / databases.length;
    const result = await fuzz(server, { seed, duration });
    recordRun({
      ...{ program: 'fuzz', database, seeds: String(seed), kills: 0, seconds: duration / 1000 },
      tried: `${counted(result.requests, 'requests')} of ${counted(result.operations, 'operations')}`,
      faults: result.faults.length,
    });
    found += result.faults.length;
    print(database, result);
  } finally {
    await server.close();
  }
}
process.exitCode = found === 0 ? 0 : 1;

function print(database: DialectName, { heap, costliest, statuses, ...result }: FuzzResult): void {
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  const lines = [
    `${database}, seed ${seed}: ${result.requests} requests, ${result.operations} operations`,
    `  never succeeded: ${result.missed.join(', ') || 'none'}`,
    `  statuses: ${[...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
    `  most expensive request: ${Math.round(costliest.cpu)} ms of CPU: ${costliest.request}`,
    `  heap after warm-up ${mebibytes(heap.warm)} MiB, at the end ${mebibytes(heap.end)} MiB`,
    `  faults: ${result.faults.length}`,
    ...result.faults.map(({ kind, report }) => `\n  ${kind}\n  ${report}`),
  ];
  console.log(lines.join('\n'));
}
