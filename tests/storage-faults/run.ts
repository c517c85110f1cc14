/**
 * `npm run storage-faults -- --database sqlite|postgres --kind error,kill --only 'publish' --minutes N
 * --seed S`: each write with a fault of the storage at its 1st, 2nd, … Nth call of the driver. Afterwards
 * everything must be as before or as after, nothing that was confirmed may be lost, and the next write must
 * work. Exit code 1 if anything else was found. The order of writes and kinds is random, so what fits into
 * the minutes is a sample.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { createRandom } from '../fuzz/random.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { testedDatabases } from '../support/tested-databases.js';
import { signIn } from './client.js';
import { buildProject, type FaultKind, faultKinds } from './faulty-server.js';
import { tryWrite } from './try-write.js';
import { createWorld, idsOf, lookAt } from './world.js';
import { writesTo } from './writes.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    kind: { type: 'string', default: faultKinds.join() },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const kinds = values.kind.split(',').map(kindNamed);
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('--minutes and --seed are numbers.');
const databases = testedDatabases(values.database);
const duration = (minutes * 60_000) / databases.length;

let found = 0;
for (const database of databases) found += await tryAll(database);
process.exitCode = found === 0 ? 0 : 1;

async function tryAll(database: DialectName): Promise<number> {
  const begun = Date.now();
  const project = await buildProject(root, database);
  const problems: string[] = [];
  let [faults, doneUnsaid, writes, possible, kills] = [0, 0, 0, 0, 0];
  try {
    const original = await project.startOriginal();
    const client = await signIn(original.url);
    const world = await createWorld(client);
    const known = idsOf([JSON.stringify(world)]);
    const before = await lookAt(client, known);
    await original.stop();
    const all = Object.entries(writesTo(world)).filter(([name]) => name.includes(values.only));
    const random = createRandom(seed);
    const combinations = all
      .flatMap(([name, call]) => kinds.map((kind) => ({ name, call, kind, order: random.next() })))
      .sort((one, other) => one.order - other.order);
    possible = combinations.length;
    for (const combination of combinations) {
      if (Date.now() - begun > duration) break;
      const tried = await tryWrite(project, { ...combination, before, known });
      writes += 1;
      faults += tried.faults;
      if (combination.kind.endsWith('kill')) kills += tried.faults;
      doneUnsaid += tried.doneUnsaid;
      problems.push(...tried.problems);
    }
  } finally {
    await project.remove();
  }
  const seconds = (Date.now() - begun) / 1000;
  recordRun({
    ...{ program: 'storage-faults', database, seeds: String(seed), seconds, faults: problems.length },
    tried: `${writes} of ${possible} pairs of a write and a kind of fault, ${counted(faults, 'faults')}`,
    kills,
  });
  console.log(
    [
      `${database}, seed ${seed}: ${writes} of ${possible} writes with faults (${kinds.join(', ')}), ${faults} faults in ${Math.round(seconds)} s`,
      `  done although no success was reported: ${doneUnsaid}`,
      `  problems: ${problems.length}`,
      ...problems.map((problem) => `\n  ${problem}`),
    ].join('\n'),
  );
  return problems.length;
}

function kindNamed(name: string): FaultKind {
  const kind = faultKinds.find((one) => one === name);
  if (kind === undefined) throw new Error(`--kind is a list of ${faultKinds.join(', ')}, not ${name}.`);
  return kind;
}
