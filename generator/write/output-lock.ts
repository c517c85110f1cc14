/** One run writes into an output folder at a time; a second one waits. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OutputError } from './output-error.js';

const lockName = '.manifest.lock';

/** Milliseconds after which a lock counts as abandoned: writing takes well under a second. */
const maxHoldTime = 20_000;

/** Runs `work` while no other run holds the folder. */
export async function withOutputLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, lockName);
  await takeLock(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(path: string): Promise<void> {
  const begin = Date.now();
  while (!(await tryLock(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    else if (Date.now() - begin > 2 * maxHoldTime) {
      throw new OutputError(`Another "svc generate" holds ${path}. If none is running, remove that file.`);
    } else await delay(25);
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const [stats, owner] = await Promise.all([stat(path), readFile(path, 'utf8')]).catch(
    () => [null, ''] as const,
  );
  if (stats === null) return false;
  if (Date.now() - stats.mtimeMs > maxHoldTime) return true;
  return /^\d+$/.test(owner) && !isAlive(Number(owner));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
