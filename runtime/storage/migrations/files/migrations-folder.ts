import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationFiles } from './read-migrations.js';

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
