import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { migrationFiles, migrationsName, packageVersion } from '../../runtime/cli/index.js';
import type { ConfigOptions } from '../options.js';

/** Folder of production builds, relative to the project's folder. */
export const distFolder = 'dist';

/** A file in `dist/`: what `svc build` wrote there, and from which inputs. */
export const recordName = '.svc-build.json';

export interface BuildRecord {
  readonly version: string;
  /** Names in `dist/`, except the record. */
  readonly files: readonly string[];
  /** SHA-256 by path, relative to the project's folder. */
  readonly inputs: Readonly<Record<string, string | null>>;
}

/** The record of a project's last build, if there was one. */
export function readRecord(project: string): BuildRecord | null {
  const file = join(project, distFolder, recordName);
  if (!existsSync(file)) return null;
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<BuildRecord> | null;
    if (!Array.isArray(record?.files) || typeof record.inputs !== 'object') return null;
    return { version: String(record.version), files: record.files, inputs: record.inputs };
  } catch {
    // An unreadable record counts as none.
    return null;
  }
}

/** The record of a build from these files. */
export function makeRecord(
  project: string,
  files: readonly string[],
  inputs: readonly string[],
): BuildRecord {
  const hashes = inputs.map((input) => [pathIn(project, input), hashOf(input)] as const);
  const sorted = hashes.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { version: packageVersion, files, inputs: Object.fromEntries(sorted) };
}

/** The folder of a project's migrations: next to its config. */
export function projectMigrations(project: string, { config }: ConfigOptions): string {
  return join(config === undefined ? project : dirname(resolve(project, config)), migrationsName);
}

/** Why the build no longer fits its sources, or null if it does. */
export function outdatedBecause(
  project: string,
  { version, files, inputs }: BuildRecord,
  options: ConfigOptions,
): string | null {
  if (version !== packageVersion) return `svc is ${packageVersion} now, and was ${version}`;
  const missing = files.find((name) => !existsSync(join(project, distFolder, name)));
  if (missing !== undefined) return `${distFolder}/${missing} is missing`;
  const folder = projectMigrations(project, options);
  const added = migrationFiles(folder)
    .map((name) => pathIn(project, join(folder, name)))
    .find((path) => !Object.hasOwn(inputs, path));
  if (added !== undefined) return `${added} is new`;
  const changed = Object.entries(inputs).find(([path, hash]) => hashOf(resolve(project, path)) !== hash);
  return changed === undefined ? null : `${changed[0]} has changed`;
}

function pathIn(project: string, file: string): string {
  return relative(project, file).split(sep).join('/');
}

function hashOf(file: string): string | null {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;
}
