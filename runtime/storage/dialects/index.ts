/** The databases, each with the code in its folder. This is the only list of them; it loads no driver. */
import type { CompiledDriver } from './compiled-driver.js';
import type { Database } from './database.js';
import type { Dialect } from './dialect.js';
import { postgresDatabase } from './postgres/database.js';
import type { PostgresLocation } from './postgres/location.js';
import { type SqliteLocation, sqliteDatabase } from './sqlite/database.js';

export { searchAdvice } from './postgres/search-advice.js';
export { driverPrograms, driverScripts } from './sqlite/driver-files.js';

/** The connection config of a database. */
export type DatabaseLocation = SqliteLocation | PostgresLocation;

export function databaseAt(location: DatabaseLocation): Database {
  switch (location.kind) {
    case 'sqlite':
      return sqliteDatabase(location);
    case 'postgres':
      return postgresDatabase(location);
  }
}

/** What each database does, for work that concerns no connection: the files of a migration. */
export async function loadDialects(): Promise<readonly Dialect[]> {
  const [{ sqlite }, { postgres }] = await Promise.all([
    import('./sqlite/dialect.js'),
    import('./postgres/dialect.js'),
  ]);
  return [sqlite, postgres];
}

/** The drivers that npm compiles or unpacks at installation. */
export async function loadCompiledDrivers(): Promise<readonly CompiledDriver[]> {
  const { installedDriver } = await import('./sqlite/installed-driver.js');
  return [installedDriver];
}

export type { CopiedRows, CopyProgress } from './postgres/copy/copy-database.js';
export { copyTexts, isCopyTarget } from './postgres/copy/copy-texts.js';

/** Both ends of the copy of a file to a server. */
export function copyEnds(path: string, url: string): Readonly<Record<'source' | 'target', DatabaseLocation>> {
  return { source: { kind: 'sqlite', path }, target: { kind: 'postgres', url } };
}

export function loadCopy(): Promise<typeof import('./postgres/copy/copy-database.js')> {
  return import('./postgres/copy/copy-database.js');
}
