import { badInput, ServiceError } from '../../../errors/service-error.js';
import { UniqueViolation } from '../../driver.js';

/** How to handle an error of SQLite. The messages reach clients, so they name no file and no statement. */
const unavailable: Readonly<Record<string, { readonly message: string; readonly retryAfter: number }>> = {
  SQLITE_BUSY: { message: 'The database is busy with another write. Try again.', retryAfter: 1 },
  SQLITE_LOCKED: { message: 'The database is busy with another write. Try again.', retryAfter: 1 },
  SQLITE_FULL: { message: 'The disk of the database is full.', retryAfter: 60 },
  SQLITE_READONLY: { message: 'The database cannot be written.', retryAfter: 60 },
  SQLITE_IOERR: { message: 'The database cannot be read or written.', retryAfter: 30 },
  SQLITE_CANTOPEN: { message: 'The database cannot be opened.', retryAfter: 30 },
  SQLITE_CORRUPT: { message: 'The database is damaged.', retryAfter: 60 },
  SQLITE_NOTADB: { message: 'The database is damaged.', retryAfter: 60 },
  SQLITE_NOMEM: { message: 'The database is out of memory.', retryAfter: 5 },
};

/**
 * Limits of SQLite's parser. Filters are bounded, but access rules that lead through relations multiply them.
 */
const tooDeep = /nested too deep|Expression tree is too large|parser stack overflow|too many terms/i;

/**
 * Translates an error of better-sqlite3: it separates unique violations and database failures from errors in
 * the service itself.
 */
export function translateSqliteError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === null) return error;
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return new UniqueViolation(violatedColumns((error as Error).message), { cause: error });
  }
  if (tooDeep.test((error as Error).message)) {
    return badInput('The filter is too complex together with the rules of access: ask for less at once.');
  }
  const failure = unavailable[primaryCode(code)];
  if (failure === undefined) return error;
  return new ServiceError('UNAVAILABLE', failure.message, { retryAfter: failure.retryAfter, cause: error });
}

/** Whether another connection holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && primaryCode(code) === 'SQLITE_BUSY';
}

/** The extended result code (`SQLITE_BUSY_SNAPSHOT`), or null for an error that is not SQLite's. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code.startsWith('SQLITE_') ? error.code : null;
}

function primaryCode(code: string): string {
  return code.split('_').slice(0, 2).join('_');
}

/** From `UNIQUE constraint failed: posts.title, posts.serial`. Names hold neither dots nor commas. */
function violatedColumns(message: string): readonly string[] {
  const list = message.slice(message.indexOf(': ') + 2);
  return list.split(', ');
}
