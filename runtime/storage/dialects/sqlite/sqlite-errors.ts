import { type Reason, reason } from '../../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../../errors/service-error.js';
import { UniqueViolation } from '../../driver.js';

/** How to handle an error of SQLite. The messages reach clients, so they name no file and no statement. */
const unavailable: Readonly<Record<string, { readonly why: Reason; readonly retryAfter: number }>> = {
  SQLITE_BUSY: { why: reason('database.busy'), retryAfter: 1 },
  SQLITE_LOCKED: { why: reason('database.busy'), retryAfter: 1 },
  SQLITE_FULL: { why: reason('database.diskFull'), retryAfter: 60 },
  SQLITE_READONLY: { why: reason('database.readOnly'), retryAfter: 60 },
  SQLITE_IOERR: { why: reason('database.ioError'), retryAfter: 30 },
  SQLITE_CANTOPEN: { why: reason('database.cannotOpen'), retryAfter: 30 },
  SQLITE_CORRUPT: { why: reason('database.damaged'), retryAfter: 60 },
  SQLITE_NOTADB: { why: reason('database.damaged'), retryAfter: 60 },
  SQLITE_NOMEM: { why: reason('database.outOfMemory'), retryAfter: 5 },
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
    return badInput(reason('filter.tooComplexWithAccess'));
  }
  const failure = unavailable[primaryCode(code)];
  if (failure === undefined) return error;
  return new ServiceError('UNAVAILABLE', failure.why, { retryAfter: failure.retryAfter, cause: error });
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
