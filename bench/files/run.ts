/**
 * All figures of docs/spec/uploads.md#promises, one program after the other: `npm run bench:files`, or
 * `npm run bench:files -- --brief` to see whether they work. Each program has options of its own.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { brief: { type: 'boolean', default: false } } });

const programs: readonly (readonly [name: string, brief: readonly string[]])[] = [
  ['in-process', ['--bytes', '16777216', '--rounds', '1']],
  ['in-service', ['--rounds', '1', '--images', '4', '--posts', '100', '--seconds', '1']],
  ['downloads', ['--rounds', '1', '--seconds', '1']],
  ['upload-memory', ['--bytes', '16777216', '--of-many', '1048576']],
];

const root = join(import.meta.dirname, '../..');
for (const [name, brief] of programs) {
  console.log(`\n${name}`);
  const args = ['scripts/run.js', `bench/files/${name}.ts`, ...(values.brief ? brief : [])];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
