/**
 * Makes the output folder match the emitted files: only files that differ are touched, and none that svc did
 * not write.
 */
import { rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import type { EmittedFile } from '../ir/ir.js';
import type { RememberedDocs } from '../load/load-config.js';
import { look } from './look.js';
import {
  contentHash,
  type FileHashes,
  isOutside,
  type Manifest,
  manifestName,
  manifestText,
} from './manifest.js';
import { OutputError } from './output-error.js';
import { withOutputLock } from './output-lock.js';
import { type Conflict, planWrites, type WritePlan } from './plan-writes.js';
import { removeTemporaries, writeAtomically } from './write-atomically.js';

export interface Output {
  /** Absolute path of the output folder. */
  readonly folder: string;
  readonly files: readonly EmittedFile[];
  readonly version: string;
  readonly contract: string;
  readonly input: string;
  readonly comments: RememberedDocs;
}

export interface WrittenOutput {
  /** Paths below the folder. */
  readonly written: readonly string[];
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/** Whether every file of a manifest is as it was written, and the folder needs no other change. */
export async function isAsWritten(folder: string, { files, writing = {} }: Manifest): Promise<boolean> {
  const found = await Promise.all(Object.keys(files).map(async (path) => await look(join(folder, path))));
  const isSame = Object.values(files).every((hash, index) => {
    const file = found[index];
    return file?.kind === 'file' && contentHash(file.text) === hash;
  });
  return isSame && Object.keys(writing).length === 0;
}

/** Writes the files. If something prevents it, throws an `OutputError` and writes nothing. */
export async function writeOutput(output: Output): Promise<WrittenOutput> {
  try {
    // Without a difference no lock is needed, so that a read-only folder is enough.
    const plan = await checkedPlan(output);
    if (await isUpToDate(output, plan)) return summary(plan);
    return await withOutputLock(output.folder, async () => {
      const newest = await checkedPlan(output);
      await apply(output, newest);
      return summary(newest);
    });
  } catch (error) {
    throw explained(error, output.folder);
  }
}

/**
 * Paths below the folder that `writeOutput` would write or remove, and the number of files that are up to
 * date.
 */
export async function compareOutput(
  output: Output,
): Promise<{ readonly stale: readonly string[]; readonly unchanged: number }> {
  try {
    const { writes, removals, unchanged } = await checkedPlan(output);
    return { stale: [...writes.map(({ path }) => path), ...removals].sort(), unchanged };
  } catch (error) {
    throw explained(error, output.folder);
  }
}

async function checkedPlan({ folder, files }: Output): Promise<WritePlan> {
  const plan = await planWrites(folder, files);
  if (plan.conflicts.length > 0) throw new OutputError(conflictMessage(folder, plan.conflicts));
  return plan;
}

function conflictMessage(folder: string, conflicts: readonly Conflict[]): string {
  const named = conflicts.map(({ path, what }) => `${join(folder, path)} is ${what}`).join('; ');
  return `${named}. Nothing was written: move it away, or choose another folder with --output.`;
}

async function isUpToDate(output: Output, { writes, removals }: WritePlan): Promise<boolean> {
  if (writes.length > 0 || removals.length > 0) return false;
  const found = await look(join(output.folder, manifestName));
  return found.kind === 'file' && contentHash(found.text) === contentHash(manifestText(manifestOf(output)));
}

async function apply(output: Output, { manifest, writes, removals }: WritePlan): Promise<void> {
  const { folder } = output;
  const next = manifestOf(output);
  if (writes.length > 0 || removals.length > 0) {
    // If this run is interrupted, the next one finds all its files in the manifest, written or not.
    const before: Manifest = { ...(manifest ?? { ...next, files: {} }), writing: hashesOf(writes) };
    await writeAtomically(join(folder, manifestName), manifestText(before));
  }
  await removeAllTemporaries(output);
  for (const { path, content } of writes) await writeAtomically(join(folder, path), content);
  for (const path of removals) await rm(join(folder, path), { force: true });
  await removeEmptyFolders(folder, removals);
  await writeAtomically(join(folder, manifestName), manifestText(next));
}

async function removeAllTemporaries({ folder, files }: Output): Promise<void> {
  const paths = files.map(({ path }) => path);
  const folders = new Set(['.', ...paths.filter((path) => !isOutside(path)).map(posix.dirname)]);
  for (const path of folders) await removeTemporaries(join(folder, path));
  for (const path of paths.filter(isOutside))
    await removeTemporaries(join(folder, dirname(path)), basename(path));
}

/** Removes the folders of removed files if they are empty now. */
async function removeEmptyFolders(folder: string, removed: readonly string[]): Promise<void> {
  const inside = removed.filter((path) => !isOutside(path)).map((path) => posix.dirname(path));
  const folders = new Set(inside.filter((path) => path !== '.'));
  for (let path of [...folders].sort().reverse()) {
    while (path !== '.' && (await isRemoved(join(folder, path)))) path = dirname(path);
  }
}

async function isRemoved(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch {
    // Not empty, or gone already.
    return false;
  }
}

function manifestOf({ version, contract, input, files, comments }: Output): Manifest {
  return { svc: version, contract, input, files: hashesOf(files), comments };
}

function hashesOf(files: readonly EmittedFile[]): FileHashes {
  return Object.fromEntries(files.map(({ path, content }) => [path, contentHash(content)]));
}

function summary({ writes, restored, removals, unchanged }: WritePlan): WrittenOutput {
  return { written: writes.map(({ path }) => path), restored, removed: removals, unchanged };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

/** Turns errors of the file system into messages for users. */
function explained(error: unknown, folder: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const reason = code !== undefined && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (reason === undefined) return error;
  return new OutputError(`${path ?? folder} cannot be written: ${reason}.`, { cause: error });
}
