/**
 * `npm run file-faults -- --kills N --seed S --storage local,s3 --database sqlite|postgres`: a server with
 * files is killed N times in each combination. Exit code 1 if a file was lost or served in part, or if
 * `svc media check` finds anything at the end.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { counted, recordRun } from '../support/recorded-run.js';
import { createSchema, testedDatabases } from '../support/tested-databases.js';
import { bucketOf } from './bucket.js';
import { killFiles } from './kill-files.js';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    storage: { type: 'string' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('--kills and --seed are whole numbers.');
}
const server = process.env['SVC_TEST_S3_URL'];
const storages = values.storage?.split(',') ?? (server ? ['local', 's3'] : ['local']);
if (!server && values.storage === undefined) console.log('Skipped on S3: SVC_TEST_S3_URL is not set.');

const root = join(import.meta.dirname, '../..');
let found = 0;
for (const database of testedDatabases(values.database)) {
  for (const storage of storages) found += await run(storage, database);
}
process.exitCode = found === 0 ? 0 : 1;

async function run(storage: string, database: string): Promise<number> {
  const begun = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'svc-files-'));
  const name = `file_faults_${randomBytes(4).toString('hex')}`;
  const schema = database === 'postgres' ? await createSchema(name) : null;
  const bucket = storage === 's3' ? await bucketOf(server ?? '', name) : null;
  try {
    const report = await killFiles({
      root,
      storage: bucket?.address ?? `file:${join(folder, 'files')}`,
      database: schema?.url ?? `file:${join(folder, 'data.db')}`,
      kills,
      seed,
    });
    const left = (await bucket?.unfinished()) ?? [];
    const problems = [...report.problems, ...left.map((key) => `unfinished upload of ${key}`)];
    const seconds = (Date.now() - begun) / 1000;
    const { writes, reads, documents } = report;
    const tried = `${counted(writes, 'writes')}, ${counted(reads, 'reads')}, ${storage}`;
    recordRun({
      program: 'file-faults',
      database,
      seeds: String(seed),
      tried,
      kills,
      seconds,
      faults: problems.length,
    });
    console.log(
      [
        `${storage}, ${database}, seed ${seed}: ${kills} kills, ${tried}, ${documents} documents at the end, ${Math.round(seconds)} s`,
        ...problems.slice(0, 20).map((problem) => `  ${problem}`),
        problems.length === 0 ? '  nothing was lost, and nothing is left' : `  ${problems.length} problems`,
      ].join('\n'),
    );
    return problems.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await bucket?.remove();
    await schema?.drop();
  }
}
