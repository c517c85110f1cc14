/**
 * `npm run random-configs -- --count 1000 --seed S --starts N --minutes N`: random configs, two fifths of
 * them with a hostile name, until the count or the time is reached. Each is refused with issues that name
 * their place, or emits code that compiles with the strictest options. Every N-th one without logins is
 * started, and documents are written and read through its SDK. Exit code 1 if anything went wrong.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { emitAll } from '../../generator/emit/emit-all.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import { readRouteSchemas } from '../../generator/load/route-schemas.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { validateConfig } from '../../runtime/config/validate/validate-config.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { compileBatch } from './compile-batch.js';
import { drawConfig } from './drawn-config.js';
import { roundTrip } from './round-trip.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '1000' },
    starts: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const [count = 0, starts = 1, seed = 0] = [values.count, values.starts, values.seed].map(Number);
if (![count, starts, seed].every((one) => Number.isSafeInteger(one) && one >= 0))
  throw new Error('--count, --starts and --seed are whole numbers.');
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes is a number.');

const batchSize = 50;
const begin = Date.now();
const totals = { refused: 0, emitted: 0, started: 0, documents: 0, calls: 0 };
const faults: string[] = [];
mkdirSync(join(root, 'tmp'), { recursive: true });
let drawn = 0;
for (let first = 0; first < count && Date.now() - begin < minutes * 60_000; first += batchSize) {
  const folder = mkdtempSync(join(root, 'tmp/random-configs-'));
  try {
    for (let index = first; index < Math.min(first + batchSize, count); index += 1) {
      await drawAndEmit(index, folder);
      drawn += 1;
    }
    const output = await compileBatch(root, folder);
    if (output !== '')
      faults.push(`seeds from ${seed + first}: they do not compile:\n${output.slice(0, 3000)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const { refused, emitted, started, documents, calls } = totals;
console.log(
  `seeds ${seed} to ${seed + drawn - 1}: ${drawn} configs, ${refused} refused, ${emitted} emitted and compiled, ` +
    `${started} started, ${documents} documents there and back, ${calls} calls of routes in ${Math.round((Date.now() - begin) / 1000)} s`,
);
recordRun({
  ...{ program: 'random-configs', database: 'sqlite', seeds: `${seed} to ${seed + drawn - 1}`, kills: 0 },
  tried: `${counted(drawn, 'configs')}, ${counted(emitted, 'compiled')}, ${counted(started, 'started')}`,
  ...{ seconds: (Date.now() - begin) / 1000, faults: faults.length },
});
console.log([`faults: ${faults.length}`, ...faults].join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

async function drawAndEmit(index: number, folder: string): Promise<void> {
  const own = seed + index;
  const { config, hostile } = drawConfig(own);
  const issues = validateConfig(config);
  if (issues.length > 0) {
    totals.refused += 1;
    const isPlain = hostile === null && !isEmpty(config);
    const unnamed = issues.filter(({ message, path }) => message === '' || (path === '' && !isEmpty(config)));
    if (isPlain || unnamed.length > 0)
      faults.push(`seed ${own} (${JSON.stringify(hostile)}): ${JSON.stringify(issues)}`);
    return;
  }
  try {
    await emitInto(join(folder, String(own), 'generated'), config);
    totals.emitted += 1;
    if (index % starts !== 0 || config.auth !== undefined) return;
    const round = await roundTrip(root, config, own);
    totals.started += 1;
    totals.documents += round.documents;
    totals.calls += round.calls;
    for (const fault of round.faults) faults.push(`seed ${own}: ${fault}`);
  } catch (error) {
    faults.push(`seed ${own} (${JSON.stringify(hostile)}): ${error instanceof Error ? error.stack : error}`);
  }
}

/** A config without documents is refused as a whole. */
function isEmpty({ collections = [], globals = [] }: ServiceConfig): boolean {
  return collections.length === 0 && globals.length === 0;
}

async function emitInto(output: string, config: ServiceConfig): Promise<void> {
  const file = join(dirname(dirname(output)), 'svc.config.ts');
  const { schemas: routeSchemas, problems } = await readRouteSchemas(config);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const files = emitAll(buildIr({ config, file, docs: {}, routeSchemas }, { output, version: '0.0.0' }));
  const paths = new Set(files.map(({ path }) => path.toLowerCase()));
  if (paths.size !== files.length) throw new Error('A file is emitted twice.');
  for (const { path, content } of files) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), content);
  }
}
