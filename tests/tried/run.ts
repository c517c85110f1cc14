/**
 * `npm run tried -- --minutes N --seed S --only fuzz,soak`: runs every program that searches for faults, one
 * after the other, each for its share of the time, and prints what was tried and found as a table in
 * Markdown. Exit code 1 if a program found a fault or did not end by itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RecordedRun } from '../support/recorded-run.js';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('--minutes and --seed are numbers.');
const postgres = process.env['SVC_TEST_POSTGRES_URL'];
const killsAMinute = 30;

interface Program {
  readonly file: string;
  /** Its part of the time, relative to the others. */
  readonly share: number;
  /** Its arguments for so many minutes. */
  readonly options: (minutes: number) => readonly string[];
}

const forMinutes = (own: number): readonly string[] => ['--minutes', own.toFixed(2), '--seed', String(seed)];

const programs: Readonly<Record<string, Program>> = {
  fuzz: { file: 'tests/fuzz/run.ts', share: 3, options: forMinutes },
  'access-model': { file: 'tests/access-model/run.ts', share: 3, options: forMinutes },
  noninterference: { file: 'tests/noninterference/run.ts', share: 4, options: forMinutes },
  'random-configs': {
    file: 'tests/random-configs/run.ts',
    share: 3,
    options: (own) => ['--count', '1000000', ...forMinutes(own)],
  },
  'storage-faults': { file: 'tests/storage-faults/run.ts', share: 4, options: forMinutes },
  'file-faults': {
    file: 'tests/file-faults/run.ts',
    share: 1,
    // With databases and storages, four runs of so many kills, each of some seconds.
    options: (own) => ['--kills', String(Math.max(1, Math.round(own * 4))), '--seed', String(seed)],
  },
  soak: { file: 'tests/soak/run.ts', share: 2, options: forMinutes },
  ...(postgres && {
    'soak on PostgreSQL': {
      file: 'tests/soak/run.ts',
      share: 2,
      options: (own) => [...forMinutes(own), '--database', 'postgres'],
    },
  }),
  costliest: { file: 'tests/costliest/run.ts', share: 3, options: forMinutes },
  'kill -9': {
    file: 'bench/promises.ts',
    share: 1,
    options: (own) => ['--kills', String(Math.max(1, Math.round(own * killsAMinute))), '--restarts', '2'],
  },
};

const only = values.only?.split(',');
const unknown = only?.filter((name) => !Object.hasOwn(programs, name)) ?? [];
if (unknown.length > 0) throw new Error(`--only is a list of ${Object.keys(programs).join(', ')}.`);
const chosen = Object.entries(programs).filter(([name]) => only === undefined || only.includes(name));
const shares = chosen.reduce((sum, [, { share }]) => sum + share, 0);

const folder = mkdtempSync(join(tmpdir(), 'svc-tried-'));
const record = join(folder, 'runs');
const failed: string[] = [];
try {
  for (const [name, { file, share, options }] of chosen) {
    console.log(`\n== ${name}`);
    const code = await run(file, options((minutes * share) / shares));
    if (code !== 0) failed.push(name);
  }
  console.log(['', table(recordedRuns()), ...failed.map((name) => `FAILED: ${name}`)].join('\n'));
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(file: string, options: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [join(root, 'scripts/run.js'), join(root, file), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SVC_RECORDED_RUNS: record },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

function recordedRuns(): readonly RecordedRun[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedRun);
}

function table(runs: readonly RecordedRun[]): string {
  const rows = runs.map(({ program, database, seeds, tried, kills, seconds, faults }) =>
    [program, database, seeds || '-', tried, kills, (seconds / 60).toFixed(1), faults].join(' | '),
  );
  return [
    `Commit ${commit()}, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}.`,
    '',
    '| Program | Database | Seeds | Tried | kill -9 | Minutes | Faults |',
    '|---|---|---|---|--:|--:|--:|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function commit(): string {
  const git = (...options: string[]): string =>
    spawnSync('git', options, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const hash = git('rev-parse', '--short', 'HEAD');
  return git('status', '--porcelain') === '' ? hash : `${hash} with uncommitted changes`;
}
