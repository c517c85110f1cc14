/**
 * Vitest's global setup: puts temporary folders of the tests in memory if there is enough space. Without it,
 * tests waited for disks for a tenth of the time.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { testPart } from './test-part.js';

const memory = '/dev/shm';
const prefix = 'svc-tests-';
const neededBytes = 4 * 1024 ** 3;

export function setup(): (() => void) | undefined {
  // Single files use the normal folder, and tests that install packages need more space.
  const isSmall = testPart !== 'all' || process.env['SVC_TEST_MEMORY'] === '1';
  if (!isSmall || !existsSync(memory)) return undefined;
  removeOfEndedRuns();
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < neededBytes) return undefined;
  const folder = join(memory, `${prefix}${process.pid}`);
  // PostgreSQL servers run as another account and must be able to enter their own folder in it.
  mkdirSync(folder, { mode: 0o711 });
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of runs that were killed. */
function removeOfEndedRuns(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || existsSync(`/proc/${name.slice(prefix.length)}`)) continue;
    rmSync(join(memory, name), { recursive: true, force: true });
  }
}
