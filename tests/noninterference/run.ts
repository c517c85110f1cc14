/**
 * `npm run noninterference -- --steps N --seed S --worlds N --minutes N --database sqlite|postgres`: random
 * sessions in pairs of worlds that differ only in what the requester may not see. All responses must be
 * equal. Without `--database` both are used. Exit code 1 if anything differed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { createRandom } from '../fuzz/random.js';
import { generateCode } from '../support/generated-app.js';
import { counted, recordRun } from '../support/recorded-run.js';
import { testedDatabases } from '../support/tested-databases.js';
import { type Compared, type Comparison, compareWorlds, randomSteps, shortened } from './compare-worlds.js';
import { createRandomWorld } from './random-world.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '1' },
    worlds: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string' },
    shorten: { type: 'string', default: '40' },
  },
});
const [steps, minutes, worlds, seed, maxTries] = [
  ...[values.steps, values.minutes, values.worlds, values.seed, values.shorten].map(Number),
] as [number, number, number, number, number];
if (![steps, minutes, worlds, seed, maxTries].every((one) => one >= 0))
  throw new Error('--steps, --minutes, --worlds, --shorten and --seed are numbers.');
const databases = testedDatabases(values.database);

let differences = 0;
for (const database of databases) {
  const begin = Date.now();
  const before = differences;
  const duration = (minutes * 60_000) / databases.length;
  let compared = 0;
  const statuses = new Map<number, number>();
  for (; compared < worlds && Date.now() - begin < duration; compared += 1) {
    const result = await compare(database, seed + compared);
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    if (result.difference !== null) differences += 1;
  }
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...statuses].sort(([one], [other]) => one - other).map((pair) => pair.join(': '));
  recordRun({
    ...{ program: 'noninterference', database, seeds: `${seed} to ${seed + compared - 1}`, kills: 0 },
    tried: `${counted(compared, 'pairs of worlds')} of ${counted(steps, 'steps')}, ${counted(requests, 'requests')}`,
    ...{ seconds: (Date.now() - begin) / 1000, faults: differences - before },
  });
  console.log(
    `${database}, seeds ${seed} to ${seed + compared - 1}: ${compared} pairs of worlds, ${steps} steps each, ` +
      `${requests} requests compared in ${Math.round((Date.now() - begin) / 1000)} s (${kinds.join(', ')})`,
  );
}
console.log(`differences: ${differences}`);
process.exitCode = differences === 0 ? 0 : 1;

async function compare(database: DialectName, own: number): Promise<Compared> {
  const random = createRandom(own);
  const world = createRandomWorld(random);
  const code = await generateCode(root, world.config);
  const list = randomSteps(random, steps);
  const comparison: Comparison = { root, world, code, database };
  try {
    const result = await compareWorlds(comparison, list);
    if (result.difference === null) return result;
    const fewest = await shortened(comparison, list.slice(0, result.at + 1), maxTries);
    const again = await compareWorlds(comparison, fewest);
    console.log(reportOf(comparison, own, again.difference === null ? result : again));
    return result;
  } catch (error) {
    throw new Error(`Seed ${own} on ${database} (${world.requester})`, { cause: error });
  } finally {
    code.remove();
  }
}

/** Lines of a report. */
const maxHistory = 60;

function reportOf(
  { world, database }: Comparison,
  own: number,
  { difference, at, history }: Compared,
): string {
  if (difference === null) return '';
  const { path, method, query, body, headers } = difference.request;
  const { collections = [], globals = [] } = world.config;
  const concerned = [...collections, ...globals].filter(({ slug }) => path.includes(`/${slug}`));
  return [
    `\nseed ${own} on ${database}: the ${world.requester} got different responses after ${at + 1} steps`,
    `  ${method} ${path} ${JSON.stringify({ query, body, headers })}`,
    ...excerpts(difference.responses).map((text) => `  ${text}`),
    ...concerned.map((one) => `  ${JSON.stringify(one, withCode)}`),
    ...history.slice(-maxHistory).map((line) => `    ${line}`),
  ].join('\n');
}

function withCode(_key: string, value: unknown): unknown {
  return typeof value === 'function' ? String(value) : value;
}

/** Both responses around the first character that differs. */
function excerpts(responses: readonly [object, object]): readonly string[] {
  const [one, other] = responses.map((response) => JSON.stringify(response)) as [string, string];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return [one, other].map(
    (text) => `${text.slice(0, 14)} ... ${text.slice(Math.max(14, at - 500), at + 300)}`,
  );
}
