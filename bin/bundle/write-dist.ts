import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-error.js';
import { type BuildRecord, distFolder, readRecord, recordName } from './build-record.js';

/**
 * Writes a build, and removes files that an earlier build wrote and this one does not. Other files in `dist/`
 * are not svc's: one at a path of the build is an error, all others stay.
 */
export function writeDist(
  project: string,
  contents: ReadonlyMap<string, string | Uint8Array>,
  record: BuildRecord,
): void {
  const folder = join(project, distFolder);
  const before = readRecord(project)?.files ?? [];
  const foreign = [...contents.keys()].filter(
    (name) => existsSync(join(folder, name)) && !before.includes(name),
  );
  if (foreign.length > 0) {
    throw new CommandError(
      foreign.map((name) => `error: ${distFolder}/${name} was not written by svc build: move it away.`),
    );
  }
  mkdirSync(folder, { recursive: true });
  for (const name of before) if (!contents.has(name)) rmSync(join(folder, name), { force: true });
  for (const [name, content] of contents) writeWhole(join(folder, name), content);
  writeWhole(join(folder, recordName), `${JSON.stringify(record, null, 2)}\n`);
}

/** Atomic: a server that starts at this moment reads the old file or the new one. */
function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}
