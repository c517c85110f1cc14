import { type Reason, reason } from '../../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../../errors/service-error.js';
import { UniqueViolation } from '../../driver.js';

interface Failure {
  readonly why: Reason;
  readonly retryAfter: number;
}

const away: Failure = { why: reason('database.notResponding'), retryAfter: 1 };
const busy: Failure = { why: reason('database.busy'), retryAfter: 1 };
const crowded: Failure = { why: reason('database.noConnection'), retryAfter: 1 };

/**
 * How to handle an error of PostgreSQL, by its SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). The messages reach clients, so they name
 * no table and no statement.
 */
const failures: Readonly<Record<string, Failure>> = {
  '25006': { why: reason('database.noWrites'), retryAfter: 1 },
  '25P03': { why: reason('database.writeTooLong'), retryAfter: 1 },
  '40001': busy,
  '40P01': busy,
  '53100': { why: reason('database.diskFull'), retryAfter: 60 },
  '53200': { why: reason('database.outOfMemory'), retryAfter: 5 },
  '53300': crowded,
  '55P03': busy,
  '57014': { why: reason('database.tookTooLong'), retryAfter: 1 },
  '57P01': away,
  '57P02': away,
  '57P03': away,
  '57P05': away,
  '3D000': { why: reason('database.missing'), retryAfter: 30 },
  '28000': { why: reason('database.loginRefused'), retryAfter: 30 },
  '28P01': { why: reason('database.loginRefused'), retryAfter: 30 },
};

/** Classes of SQLSTATE whose errors all mean that the connection is lost. */
const awayClasses: ReadonlySet<string> = new Set(['08', '58', 'XX']);

/**
 * Messages of `pg` and `pg-pool` for a connection that was lost or could not be opened; they have no code.
 */
const lostConnection = /^Connection terminated|^Client has encountered a connection error|^Client was closed/;
const noConnectionInTime = /^timeout exceeded when trying to connect/;

/** Codes of Node for an address that cannot be reached. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
]);

/**
 * Codes of Node and OpenSSL for an invalid server certificate (`tls.connect`, "X509 certificate error
 * codes").
 */
const untrustedCertificate =
  /^CERT_|^DEPTH_ZERO_|^SELF_SIGNED_|^UNABLE_TO_(GET|VERIFY)_|^ERR_TLS_CERT_ALTNAME_/;
const untrusted: Failure = { why: reason('database.untrusted'), retryAfter: 30 };

/**
 * Translates an error of `pg`: it separates unique violations and database failures from errors in the
 * service itself.
 */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const code = sqlState(error);
  if (code === '23505') return new UniqueViolation(violatedColumns(error), { cause: error });
  const refused = code === null ? null : inputIssue(code, error.message);
  if (refused !== null) return badInput(refused);
  const failure = failureOf(error, code);
  if (failure === undefined) return error;
  return new ServiceError('UNAVAILABLE', failure.why, { retryAfter: failure.retryAfter, cause: error });
}

/** Returns a reason for values that only SQLite would accept, or for statements that no server accepts. */
function inputIssue(code: string, message: string): Reason | null {
  if (code === '54000' && /index row/.test(message)) return reason('text.tooLongForIndex');
  if (code.startsWith('54')) {
    return reason('filter.tooComplexWithAccess');
  }
  if (code === '22021' || code === '22P05') return reason('text.unsupportedCharacter');
  return code === '22008' ? reason('date.unsupported') : null;
}

/** Whether work can be retried because of a concurrent write. */
export function isConflict(error: unknown): boolean {
  const code = sqlState(causeOf(error));
  return code === '40001' || code === '40P01';
}

/** Whether the connection is lost, and with it the result of the running statement. */
export function isLostConnection(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  const code = sqlState(cause);
  if (code !== null) return code.startsWith('08') || /^57P0[125]$/.test(code);
  return lostConnection.test(cause.message) || networkCodes.has(networkCode(cause));
}

/** Whether the server is up but refuses connections: it starts, stops or recovers. */
export function isStarting(error: unknown): boolean {
  return sqlState(causeOf(error)) === '57P03';
}

/** Whether the error means that this server lacks a function. */
export function isUnknownFunction(error: unknown): boolean {
  return sqlState(causeOf(error)) === '42883';
}

/**
 * Whether the server has refused one statement for its values (classes 22, 23 and 54): others of the
 * transaction can run once it is undone. A lock that was not free or a cancelled statement concerns them all.
 */
export function isRefusedValue(error: unknown): boolean {
  return /^(?:22|23|54)/.test(sqlState(error) ?? '');
}

/** Whether the server refuses a statement since one before it has failed. */
export function isFailedTransaction(error: unknown): boolean {
  return sqlState(causeOf(error)) === '25P02';
}

/** The SQLSTATE of an error of the server, or null. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

function causeOf(error: unknown): unknown {
  return error instanceof ServiceError ? error.cause : error;
}

function failureOf(error: Error, code: string | null): Failure | undefined {
  if (code !== null) return failures[code] ?? (awayClasses.has(code.slice(0, 2)) ? away : undefined);
  if (noConnectionInTime.test(error.message)) return crowded;
  if (untrustedCertificate.test(networkCode(error))) return untrusted;
  return lostConnection.test(error.message) || networkCodes.has(networkCode(error)) ? away : undefined;
}

/** Several addresses of one host fail together in an `AggregateError`. */
function networkCode(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return networkCode(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Reads the columns from the detail `Key (title, "serialNumber")=(a, b) already exists.`: the words depend on
 * the server's language, the brackets do not. If the server hides the detail, the name of the index is used.
 */
function violatedColumns(error: Error): readonly string[] {
  const { table, constraint, detail } = error as {
    readonly table?: string;
    readonly constraint?: string;
    readonly detail?: string;
  };
  const names = /\(([^()]*)\)=\(/.exec(detail ?? '')?.[1];
  const columns = names?.split(', ') ?? [constraint ?? ''];
  return columns.map((column) => `${table ?? ''}.${column.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')}`);
}
