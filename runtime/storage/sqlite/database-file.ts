import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { sqliteFunctions } from '../../query/compile/sqlite-functions.js';
import { loadBetterSqlite3 } from './better-sqlite3.js';
import { isBusy } from './sqlite-errors.js';

/** Two connections to one file, and what closes them. */
export interface DatabaseFile {
  readonly writer: Database;
  readonly reader: Database;
  close(): void;
}

/** How long opening waits for other processes that are opening or closing the same file. */
const openingPatience = 5_000;

/** Opens a file with the two connections of a driver, or says in one sentence why that cannot be. */
export function openDatabaseFile(path: string): DatabaseFile {
  return path === ':memory:' ? openTemporary() : openAt(resolve(path));
}

/**
 * SQLite shares no memory between two connections (its shared cache is compiled out), so the database that keeps nothing is
 * a file in the temporary folder, without any waiting for the disk.
 */
function openTemporary(): DatabaseFile {
  const folder = mkdtempSync(join(tmpdir(), 'svc-memory-'));
  if (temporaryFolders.size === 0) process.on('exit', removeTemporaryFolders);
  temporaryFolders.add(folder);
  const file = openAt(join(folder, 'data.db'));
  file.writer.pragma('synchronous = OFF');
  return {
    ...file,
    close(): void {
      file.close();
      rmSync(folder, { recursive: true, force: true });
      temporaryFolders.delete(folder);
      if (temporaryFolders.size === 0) process.off('exit', removeTemporaryFolders);
    },
  };
}

/** Folders of open databases in memory, for a process that ends without closing them. */
const temporaryFolders: Set<string> = new Set();

function removeTemporaryFolders(): void {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
}

function openAt(path: string): DatabaseFile {
  const writer = openWriter(path);
  const reader = openReader(path);
  return {
    writer,
    reader,
    close(): void {
      reader.close();
      // The last connection of all checkpoints the log into the file and removes it.
      writer.close();
    },
  };
}

function openWriter(path: string): Database {
  const BetterSqlite3 = loadBetterSqlite3();
  return explained(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    // A new file is its owner's alone, since it holds password hashes; SQLite gives its log the mode of the file.
    closeSync(openSync(path, 'a', 0o600));
    const writer = new BetterSqlite3(path, { timeout: openingPatience });
    keepLog(writer);
    writer.pragma('synchronous = NORMAL');
    writer.pragma('foreign_keys = ON');
    // 16 MB, about what one part of the log's index covers: pages that change often are copied into the file less often.
    writer.pragma('wal_autocheckpoint = 4000');
    speedUpReads(writer);
    registerFunctions(writer);
    // From here on the driver waits for other processes by itself, without stopping the event loop.
    writer.pragma('busy_timeout = 0');
    return writer;
  });
}

/**
 * Puts a new file into write-ahead logging. Where two processes do so at the same moment, SQLite refuses one of them at once,
 * since neither could ever end its wait for the other; it has only to ask again.
 */
function keepLog(writer: Database): void {
  for (const deadline = Date.now() + openingPatience; ; ) {
    try {
      writer.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

/** What nobody ever wakes: waiting for it is a pause of the thread. */
const pause = new Int32Array(new SharedArrayBuffer(4));

function openReader(path: string): Database {
  const BetterSqlite3 = loadBetterSqlite3();
  return explained(path, () => {
    const reader = new BetterSqlite3(path, { timeout: openingPatience });
    reader.pragma('query_only = ON');
    speedUpReads(reader);
    registerFunctions(reader);
    return reader;
  });
}

function speedUpReads(database: Database): void {
  // 32 MiB at most, for pages that are read again. Mapping the file into memory instead is slower: each look at a page then asks the log
  // first whether it has a newer one (measured with 300,000 documents: a list after a commit takes 57 us instead of 34, after one of
  // another process 502 instead of 158).
  database.pragma('cache_size = -32768');
  database.pragma('temp_store = MEMORY');
}

/** What filters call and SQL cannot say. */
function registerFunctions(database: Database): void {
  for (const { name, call } of sqliteFunctions) {
    database.function(name, { deterministic: true, directOnly: true, varargs: true }, call);
  }
}

function explained(path: string, open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database ${path} cannot be opened: ${reason}. ${advice(reason)}`, { cause: error });
  }
}

function advice(reason: string): string {
  if (/not a database|malformed/.test(reason))
    return 'Is it a SQLite file? Restore a backup, or choose another path.';
  if (/locked|busy/.test(reason)) return 'Another program holds it: stop that program and start again.';
  return 'Check that the path is right and that this user may write the file and its folder.';
}
