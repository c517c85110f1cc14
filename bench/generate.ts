/**
 * Times `svc generate` on 100 collections of 15 fields, each run in a process of its own:
 * `npm run bench:generate`. `--rounds N` (default 5), `--collections N` (default 100). The package is
 * measured as built: `npm run build` first.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, collections: { type: 'string', default: '100' } },
});
const rounds = Number(flags.rounds);

const root = join(import.meta.dirname, '..');
const svc = join(root, 'dist/bin/svc.js');
const project = mkdtempSync(join(tmpdir(), 'svc-bench-generate-'));
const config = join(project, 'svc.config.ts');

/** The setup before a run, and the run. */
const cases: readonly (readonly [
  name: string,
  prepare: (round: number) => void,
  parameters: readonly string[],
])[] = [
  ['cold', () => rmSync(join(project, 'generated'), { recursive: true, force: true }), []],
  ['unchanged', () => {}, []],
  ['check', () => {}, ['--check']],
  ['one comment changed', (round) => edit(`/** Round ${round}. */ export default`), []],
  [
    'one field changed',
    (round) => edit(`export default`, `slug: 'collection-0', description: 'Round ${round}'`),
    [],
  ],
];

let source = '';
try {
  main();
} finally {
  rmSync(project, { recursive: true, force: true });
}

function main(): void {
  execFileSync(process.execPath, [join(root, 'fixtures/large/make-config.js'), flags.collections]);
  copyFileSync(join(root, 'fixtures/large/svc.config.ts'), config);
  source = readFileSync(config, 'utf8');
  const times = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, prepare, parameters] of cases) {
      prepare(round);
      times.get(name)?.push(run(parameters));
    }
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).toString().trim();
  console.log(
    `svc generate, ${flags.collections} collections of 15 fields, ${rounds} rounds, milliseconds of the whole process`,
  );
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, commit ${commit}`);
  console.table(Object.fromEntries([...times].map(([name, all]) => [name, spread(all)])));
}

function edit(start: string, first = `slug: 'collection-0'`): void {
  writeFileSync(config, source.replace('export default', start).replace(`slug: 'collection-0'`, first));
}

function run(parameters: readonly string[]): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [svc, 'generate', ...parameters], {
    cwd: project,
    encoding: 'utf8',
  });
  const took = performance.now() - begin;
  if (status !== 0) throw new Error(`svc generate ${parameters.join(' ')} failed: ${stderr}`);
  return took;
}

function spread(times: readonly number[]): object {
  const sorted = [...times].sort((left, right) => left - right).map(Math.round);
  return { median: sorted[Math.floor(sorted.length / 2)], fastest: sorted[0], slowest: sorted.at(-1) };
}
