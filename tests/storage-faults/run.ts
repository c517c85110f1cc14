/**
 * `npm run storage-faults -- --database sqlite|postgres --kind error,kill --only 'publish' --every N`: each
 * write with a fault of the storage at its 1st, 2nd, … Nth call of the driver. Afterwards everything must be
 * as before or as after, nothing that was confirmed may be lost, and the next write must work. Exit code 1 if
 * anything else was found. `--every N` tries each Nth combination of a write and a kind.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DialectName } from '../../runtime/storage/dialects/dialect.js';
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
    every: { type: 'string', default: '1' },
  },
});
const kinds = values.kind.split(',').map(kindNamed);
const every = Number(values.every);
if (!Number.isSafeInteger(every) || every < 1) throw new Error('--every is a number from 1.');

let found = 0;
for (const database of testedDatabases(values.database)) found += await tryAll(database);
process.exitCode = found === 0 ? 0 : 1;

async function tryAll(database: DialectName): Promise<number> {
  const begun = Date.now();
  const project = await buildProject(root, database);
  const problems: string[] = [];
  let [faults, doneUnsaid, writes] = [0, 0, 0];
  try {
    const original = await project.startOriginal();
    const client = await signIn(original.url);
    const world = await createWorld(client);
    const known = idsOf([JSON.stringify(world)]);
    const before = await lookAt(client, known);
    await original.stop();
    const all = Object.entries(writesTo(world)).filter(([name]) => name.includes(values.only));
    const combinations = all.flatMap(([name, call]) => kinds.map((kind) => ({ name, call, kind })));
    for (const [index, combination] of combinations.entries()) {
      if (index % every !== 0) continue;
      const tried = await tryWrite(project, { ...combination, before, known });
      writes += 1;
      faults += tried.faults;
      doneUnsaid += tried.doneUnsaid;
      problems.push(...tried.problems);
    }
  } finally {
    await project.remove();
  }
  console.log(
    [
      `${database}: ${writes} writes with faults (${kinds.join(', ')}), ${faults} faults in ${Math.round((Date.now() - begun) / 1000)} s`,
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
