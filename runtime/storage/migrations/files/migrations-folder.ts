import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationFiles } from './read-migrations.js';

/** Beside the config, and in `dist/` of a build. */
export const migrationsName = 'migrations';

/** Where a server's migrations are: those that it was built with, or else those of the folder that it is started in. */
export function migrationsFolder(builtFile: URL): string {
  if (builtFile.protocol === 'file:') {
    const built = join(dirname(fileURLToPath(builtFile)), migrationsName);
    if (migrationFiles(built).length > 0) return built;
  }
  return resolve(migrationsName);
}
