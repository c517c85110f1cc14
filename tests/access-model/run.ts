/**
 * `npm run access-model -- --seed S --minutes N --worlds N --database sqlite|postgres`: random configs and
 * documents, read and changed by every kind of requester, each response compared byte for byte with what a
 * plain evaluator of the rules expects. Without `--database` both are used. Exit code 1 if anything differed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { createRandom } from '../fuzz/random.js';
import { createRandomWorld } from '../noninterference/random-world.js';
import { generateCode, startGenerated } from '../support/generated-app.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { testedDatabases } from '../support/tested-databases.js';
import { checkWorld } from './check-world.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    worlds: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string' },
  },
});
const [minutes = 0, worlds = 0, requests = 0, seed = 0] = [
  ...[values.minutes, values.worlds, values.requests, values.seed].map(Number),
];
if (![minutes, worlds, requests, seed].every((one) => one >= 0))
  throw new Error('--minutes, --worlds, --requests and --seed are numbers.');
const databases = testedDatabases(values.database);

let differences = 0;
for (const database of databases) {
  const begin = Date.now();
  const before = differences;
  const duration = (minutes * 60_000) / databases.length;
  const statuses = new Map<number, number>();
  let checked = 0;
  for (; checked < worlds && Date.now() - begin < duration; checked += 1) {
    const difference = await check(database, seed + checked, statuses);
    if (difference === null) continue;
    differences += 1;
    console.log(`\nseed ${seed + checked} on ${database}: ${difference}`);
  }
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...statuses].sort(([one], [other]) => one - other).map((pair) => pair.join(': '));
  recordRun({
    ...{ program: 'access-model', database, seeds: `${seed} to ${seed + checked - 1}`, kills: 0 },
    tried: `${counted(checked, 'worlds')}, ${counted(total, 'responses')}`,
    ...{ seconds: (Date.now() - begin) / 1000, faults: differences - before },
  });
  console.log(
    `${database}, seeds ${seed} to ${seed + checked - 1}: ${checked} worlds, ${total} responses compared ` +
      `in ${Math.round((Date.now() - begin) / 1000)} s (${kinds.join(', ')})`,
  );
}
console.log(`differences: ${differences}`);
process.exitCode = differences === 0 ? 0 : 1;

async function check(
  database: DialectName,
  own: number,
  statuses: Map<number, number>,
): Promise<string | null> {
  const random = createRandom(own);
  const { config } = createRandomWorld(random);
  const code = await generateCode(root, config);
  const service = await startGenerated(root, config, code, database);
  try {
    return await checkWorld({ config, contract: code.contract, service, random, requests, statuses });
  } catch (error) {
    throw new Error(`Seed ${own} on ${database}`, { cause: error });
  } finally {
    await service.close();
    code.remove();
  }
}
