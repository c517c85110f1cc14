import { createHmac, hkdfSync } from 'node:crypto';
import { auditSubjectStarts, readAuditSubject } from '../../codegen/audit-subject.js';
import { type AuditType, contentAuditTypes } from '../../codegen/audit-types.js';
import type { Connection, Driver, Row, SqlValue } from '../../storage/driver.js';
import { purgeRows } from '../../storage/purge-rows.js';
import { runLater } from '../../storage/statements.js';
import { type Clock, systemClock } from '../../util/clock.js';
import { createIdSource } from '../../util/ids.js';
import type { CounterStore } from '../sessions/session-store.js';
import type { AuditEntry, AuditEvent, AuditedDocument, AuditLog, AuditQuery } from './audit-log.js';
import { createSampler, type Sampler } from './sampler.js';
import { createTypingFilter } from './typing-filter.js';

/** What the audit log needs of a service. */
export interface AuditLogOptions {
  readonly driver: Driver;
  /** Keys the hashes of emails, so that a copy of the table cannot be searched for known addresses. */
  readonly secret: string;
  readonly retentionDays: number;
  /** Whether changes of documents are recorded. Default false: for commands. */
  readonly recordsContent?: boolean;
  /**
   * Shared by every instance, so that they write a denial as often as one would. Null for commands, which
   * refuse no requests.
   */
  readonly counters: CounterStore | null;
  readonly clock?: Clock;
  /** Called when a denial could not be written: these writes are not awaited. */
  readonly onError?: (error: unknown) => void;
}

const day = 86_400_000;
/**
 * Denials of one actor are written once in so many milliseconds: a script that is refused must not fill the
 * table.
 */
const denialsEvery = 1000;
/** Limits have windows of a minute, and so has what is told of them. */
const limitedEvery = 60_000;
const maxTextLength = 256;

/** Max changes of one actor that are looked at. */
const maxChangesOfActor = 200;

const insert = `INSERT INTO _svc_audit_log
  (id, at, type, outcome, "userId", "actorId", "emailHash", ip, "userAgent", "sessionId", "requestId", reason)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const ownTypes = contentAuditTypes.filter((type) => type !== 'document.deleted');
const listed = (types: readonly unknown[]): string => types.map(() => '?').join(', ');

/**
 * Changes of documents that are there: a user who deletes hundreds of them has changed others before.
 * `document.purged` alone is a deletion for good.
 */
const ownChanges = `SELECT own.reason FROM _svc_audit_log own
  WHERE own."actorId" = ? AND own.type IN (${listed(ownTypes)}) AND COALESCE((
    SELECT ending.type FROM _svc_audit_log ending
    WHERE ending.reason = own.reason
      AND ending.type IN ('document.deleted', 'document.purged', 'document.restored')
    ORDER BY ending.at DESC, ending.id DESC LIMIT 1), 'document.restored') = 'document.restored'
  ORDER BY own.at DESC, own.id DESC LIMIT ${maxChangesOfActor}`;

const entries = { table: '_svc_audit_log', key: 'id', endedAt: 'at' };

/**
 * The audit log (docs/spec/auth.md#audit-log) on the content database; its table is that of `capability.ts`.
 */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  const { driver, retentionDays, counters, clock = systemClock, onError = () => undefined } = options;
  const { recordsContent = false } = options;
  const isNewTyping = createTypingFilter(clock);
  const nextId = createIdSource(clock);
  const hashKey = Buffer.from(hkdfSync('sha256', options.secret, '', 'svc audit log email', 32));
  const denials = createSampler({ name: 'denied', every: denialsEvery, counters, clock });
  const floods = createSampler({ name: 'limited', every: limitedEvery, counters, clock });

  /** The typed text may be a password that slipped into the wrong field, so not even a part of it is kept. */
  function hashOf(email: string | null | undefined): string | null {
    return email ? createHmac('sha256', hashKey).update(email).digest('hex') : null;
  }

  function valuesOf(event: AuditEvent): readonly SqlValue[] {
    const { type, outcome, origin } = event;
    return [
      ...[nextId(), clock(), type, outcome],
      ...[event.userId ?? null, event.actorId ?? null, hashOf(event.email)],
      ...[origin.ip, origin.userAgent, event.sessionId, origin.requestId, event.reason].map(clean),
    ];
  }

  async function record(connection: Connection, event: AuditEvent): Promise<void> {
    await connection.run(insert, valuesOf(event));
  }

  const changed: AuditLog['changed'] = async (connection, event, pace) => {
    if (pace === 'typing' && !isNewTyping(`${event.actorId} ${event.reason}`)) return;
    await runLater(connection, insert, valuesOf(event));
  };

  async function sample(sampler: Sampler, event: Omit<AuditEvent, 'outcome'>): Promise<void> {
    if (!(await sampler.passes(event.actorId ?? event.origin.ip ?? ''))) return;
    await record(driver, { ...event, outcome: 'failure' });
  }

  function denied(event: Omit<AuditEvent, 'type' | 'outcome'>): void {
    sample(denials, { ...event, type: 'access.denied' }).catch(onError);
  }

  function limited(event: Omit<AuditEvent, 'type' | 'outcome'>): void {
    sample(floods, { ...event, type: 'limit.exceeded' }).catch(onError);
  }

  async function list(query: AuditQuery): ReturnType<AuditLog['list']> {
    const { where, parameters } = conditions(query);
    const count = await driver.get(`SELECT count(*) AS total FROM _svc_audit_log ${where}`, parameters);
    const rows = await driver.all(
      `SELECT * FROM _svc_audit_log ${where} ORDER BY at DESC, id DESC LIMIT ? OFFSET ?`,
      [...parameters, query.limit, (query.page - 1) * query.limit],
    );
    return { entries: rows.map(entryOf), total: Number(count?.['total'] ?? 0) };
  }

  async function changedBy(actorId: string): ReturnType<AuditLog['changedBy']> {
    const rows = await driver.all(ownChanges, [actorId, ...ownTypes]);
    return [...new Set(rows.map(({ reason }) => String(reason)))].flatMap((reason) => {
      const subject = readAuditSubject(reason);
      return subject?.kind === 'collection' ? [{ slug: subject.slug, id: subject.id }] : [];
    });
  }

  function purge(): Promise<number> {
    return purgeRows(driver, entries, clock() - retentionDays * day - 1);
  }

  return { record, changed: recordsContent ? changed : null, denied, limited, list, changedBy, purge };
}

function conditions(query: AuditQuery): { readonly where: string; readonly parameters: readonly SqlValue[] } {
  const parts: [sql: string, ...values: SqlValue[]][] = [];
  if (query.type !== null) parts.push(['type = ?', query.type]);
  if (query.userId !== null) parts.push(['("userId" = ? OR "actorId" = ?)', query.userId, query.userId]);
  if (query.from !== null) parts.push(['at >= ?', Date.parse(query.from)]);
  if (query.to !== null) parts.push(['at <= ?', Date.parse(query.to)]);
  if (query.document) parts.push(documentCondition(query.document));
  if (parts.length === 0) return { where: '', parameters: [] };
  return {
    where: `WHERE ${parts.map(([sql]) => sql).join(' AND ')}`,
    parameters: parts.flatMap(([, ...values]) => values),
  };
}

/**
 * Entries name their document in the reason. Reasons of one collection begin with its name and a space, which
 * sorts before all that ids contain.
 */
function documentCondition({ kind, slug, id }: AuditedDocument): [sql: string, ...values: SqlValue[]] {
  const starts = auditSubjectStarts({ kind, slug });
  if (id === null) {
    const ranges = starts.map(() => '(reason > ? AND reason < ?)').join(' OR ');
    return [`(${ranges})`, ...starts.flatMap((start) => [`${start} `, `${start}!`])];
  }
  return [`reason IN (${starts.map(() => '?').join(', ')})`, ...starts.map((start) => `${start} ${id}`)];
}

function entryOf(row: Row): AuditEntry {
  return {
    id: String(row['id']),
    at: new Date(Number(row['at'])).toISOString(),
    type: String(row['type']) as AuditType,
    outcome: row['outcome'] === 'success' ? 'success' : 'failure',
    userId: textOf(row['userId']),
    actorId: textOf(row['actorId']),
    emailHash: textOf(row['emailHash']),
    ip: textOf(row['ip']),
    userAgent: textOf(row['userAgent']),
    sessionId: textOf(row['sessionId']),
    requestId: textOf(row['requestId']),
    reason: textOf(row['reason']),
  };
}

function textOf(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** A client's name for itself must not mislead a reader of the log in a terminal. */
function clean(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, maxTextLength);
}
