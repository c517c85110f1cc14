/** The driver as npm installs it. */
import type { CompiledDriver } from '../compiled-driver.js';
import { loadBetterSqlite3 } from './better-sqlite3.js';

export const installedDriver: CompiledDriver = {
  name: 'sqlite',
  load() {
    const BetterSqlite3 = loadBetterSqlite3();
    const database = new BetterSqlite3(':memory:');
    const version = database.prepare('SELECT sqlite_version()').pluck().get();
    database.close();
    return `SQLite ${version}`;
  },
  repair: 'then run `npm install`, or `npm rebuild better-sqlite3` after a change of Node',
};
