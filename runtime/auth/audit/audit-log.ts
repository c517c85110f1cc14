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

/** Where a request came from, for the log and for limits. */
export interface CountedOrigin extends RequestOrigin {
  /**
   * What limits by address count it as; null for an in-process call without an address: there is no client to
   * count.
   */
  readonly countedAs: string | null;
}

/** Keeps security events in the content database for 30 days (docs/spec/auth.md#audit-log). */
export interface AuditLog {
  /** Within the transaction of the event, or on the driver for those that have none. */
  record(connection: Connection, event: AuditEvent): Promise<void>;
  /**
   * Records a change of a document, in its transaction, with the next statement or the commit. Of saves while
   * a user is typing, one in ten minutes is recorded. Null where the config switches it off.
   */
  readonly changed:
    | ((connection: Connection, event: AuditEvent, pace: 'each' | 'typing') => Promise<void>)
    | null;
  /** At most one a second for each actor, of all instances together; never throws, never awaited. */
  denied(event: Omit<AuditEvent, 'type' | 'outcome'>): void;
  /** The same for requests beyond a limit, at most one a minute: a flood is one event. */
  limited(event: Omit<AuditEvent, 'type' | 'outcome'>): void;
  list(query: AuditQuery): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }>;
  /**
   * The documents of collections in the newest changes that an actor has made, the newest first, without
   * those that were deleted since; none where changes are not recorded.
   */
  changedBy(actorId: string): Promise<readonly { readonly slug: string; readonly id: string }[]>;
  /** Removes what is older than the retention; called periodically. Returns the number of entries removed. */
  purge(): Promise<number>;
}

/** A document as entries name it: in their reasons. */
export interface AuditedDocument {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** Null: all of the collection. */
  readonly id: string | null;
}

export interface AuditQuery {
  readonly type: AuditType | null;
  /** Whom entries concern, or who did what they tell. Also `key:<id>`, and `system`. */
  readonly userId: string | null;
  /** Only entries of the documents of a collection or of a global, or of one document. */
  readonly document?: AuditedDocument | null;
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
