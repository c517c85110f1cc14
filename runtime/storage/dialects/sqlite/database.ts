import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../database.js';

export interface SqliteLocation {
  readonly kind: 'sqlite';
  readonly path: string;
}

export function sqliteDatabase({ path }: SqliteLocation): Database {
  const isInMemory = path === ':memory:';
  return {
    file: path,
    place: path,
    host: null,
    isInMemory,
    isMissing: () => isInMemory || !existsSync(resolve(path)),
    async connect(options) {
      const { createSqliteDriver } = await import('./sqlite-driver.js');
      return createSqliteDriver({ path, ...options });
    },
    async check() {
      // Opening it was the check.
    },
    async openIndexTrial(driver, schema) {
      const { openSqliteTrial } = await import('./index-trial.js');
      return openSqliteTrial(driver, schema);
    },
    replicas: null,
    loadServerChecks: null,
  };
}
