import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DialectName, dialectNames } from '../../../codegen/databases.js';

/** Next to the config, and in `dist/` of a build. */
export const migrationsName = 'migrations';

/** Folder of a server's migrations: those of its build, or else those of the working directory. */
export function migrationsFolder(builtFile: URL): string {
  if (builtFile.protocol === 'file:') {
    const built = join(dirname(fileURLToPath(builtFile)), migrationsName);
    if (migrationFiles(built).length > 0) return built;
  }
  return resolve(migrationsName);
}

/** A file of SQL; its first group is the name of the migration. */
export const filePattern: RegExp = new RegExp(`^(\\d{4,}_[a-z0-9_]+)\\.(?:${dialectNames.join('|')})\\.sql$`);

/** Names of the migration files in a folder, snapshots included; empty when there is no such folder. */
export function migrationFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => filePattern.test(name) || /^\d{4,}_[a-z0-9_]+\.snapshot\.json$/.test(name))
    .sort();
}

/** The file of a migration for a database. */
export function fileName(name: string, dialect: DialectName): string {
  return `${name}.${dialect}.sql`;
}
