import type { AuditType } from '../../codegen/audit-types.js';
import type { Connection } from '../../storage/driver.js';

export interface AuditEvent {
  readonly type: AuditType;
  readonly outcome: 'success' | 'failure';
  /** Whom it concerns. */
  readonly userId?: string | null;
  /** Who did it: a user's id, or `key:<id>`. */
  readonly actorId?: string | null;
  /** The typed email; only its HMAC is kept. */
  readonly email?: string | null;
  readonly sessionId?: string | null;
  readonly reason?: string | null;
  readonly origin: RequestOrigin;
}

/** Where a request came from, for the log. */
export interface RequestOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/** Keeps security events in the content database for 30 days (auth.md, section 4). */
export interface AuditLog {
  /** Within the transaction of the event, or on the driver for those that have none. */
  record(connection: Connection, event: AuditEvent): Promise<void>;
  /** At most one a second for each actor, of all instances together; never throws, never waited for. */
  denied(event: Omit<AuditEvent, 'type' | 'outcome'>): void;
  list(query: AuditQuery): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }>;
  /** Removes what is older than the retention; called now and then. Answers how many entries. */
  purge(): Promise<number>;
}

export interface AuditQuery {
  readonly type: AuditType | null;
  readonly userId: string | null;
  /** ISO 8601, inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly page: number;
  readonly limit: number;
}

export interface AuditEntry {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly type: AuditType;
  readonly outcome: 'success' | 'failure';
  readonly userId: string | null;
  readonly actorId: string | null;
  readonly emailHash: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly sessionId: string | null;
  readonly requestId: string | null;
  readonly reason: string | null;
}
