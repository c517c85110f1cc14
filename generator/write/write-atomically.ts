import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const temporaryName = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * Removes temporary files of killed processes from a folder: of one file, or of all files. No other process
 * may be writing them.
 */
export async function removeTemporaries(folder: string, file = ''): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (temporaryName.test(name) && name.startsWith(`.${file}`))
      await rm(join(folder, name), { force: true });
}

/** Writes the whole file or nothing: to a temporary file in the same folder, which is then renamed. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
