import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { loadBetterSqlite3 } from './better-sqlite3.js';
import { sqliteFunctions } from './functions.js';
import { isBusy } from './sqlite-errors.js';

/** Two connections to one file, and the function that closes them. */
export interface DatabaseFile {
  readonly path: string;
  readonly writer: Database;
  readonly reader: Database;
  close(): void;
}

/** Max wait for other processes that open or close the same file, in milliseconds. */
const openingPatience = 5_000;

/** Opens a file with the two connections of a driver. If it cannot, the error says why in one sentence. */
export function openDatabaseFile(path: string): DatabaseFile {
  return path === ':memory:' ? openTemporary() : openAt(resolve(path));
}

/**
 * Two SQLite connections cannot share a database in memory (the shared cache is compiled out). So a database
 * in memory is a file in the temporary folder that never waits for the disk.
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

/** Folders of open databases in memory, for removal when a process ends without closing them. */
const temporaryFolders: Set<string> = new Set();

function removeTemporaryFolders(): void {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
}

function openAt(path: string): DatabaseFile {
  const writer = openWriter(path);
  const reader = openReader(path);
  return {
    path,
    writer,
    reader,
    close(): void {
      reader.close();
      // The last connection to close checkpoints the log into the file and removes the log.
      writer.close();
    },
  };
}

function openWriter(path: string): Database {
  const BetterSqlite3 = loadBetterSqlite3();
  return explained(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    // Only the owner may read a new file, since it holds password hashes; SQLite gives its log the same mode.
    closeSync(openSync(path, 'a', 0o600));
    const writer = new BetterSqlite3(path, { timeout: openingPatience });
    keepLog(writer);
    writer.pragma('synchronous = NORMAL');
    writer.pragma('foreign_keys = ON');
    // 16 MB, about what one part of the log's index covers: pages that change often are copied into the file
    // less often.
    writer.pragma('wal_autocheckpoint = 4000');
    speedUpReads(writer);
    registerFunctions(writer);
    // From here on the driver itself waits for other processes, without blocking the event loop.
    writer.pragma('busy_timeout = 0');
    return writer;
  });
}

/**
 * Switches a new file to write-ahead logging. When two processes do so at the same moment, SQLite refuses one
 * of them at once to avoid a deadlock; that one just retries.
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

/** Never notified: waiting for it pauses the thread. */
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Opens another connection, for this or another process, that refuses every write. */
export function openReader(path: string): Database {
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
  // At most 32 MiB, for pages that are read again. Memory-mapping the file is slower: each page access then
  // first asks the log for a newer page (measured with 300,000 documents: a list after a commit takes 57 us
  // instead of 34; after a commit of another process 502 instead of 158).
  database.pragma('cache_size = -32768');
  database.pragma('temp_store = MEMORY');
}

/** Functions for filters that SQL alone cannot express. */
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
