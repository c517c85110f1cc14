import type { DocumentAccess } from '../access/document-access.js';
import type { HookRequest } from '../config/hook-request.js';
import type { ClientSignal, Connection } from '../storage/driver.js';
import type { CallsConfig } from './local/local-scope.js';

/** The requester and the request of an operation. Created by the HTTP layer for each request. */
export interface OperationContext extends CallsConfig {
  readonly requestId: string;
  /** The Express request for hooks and callbacks; made on first use, since most requests need none. */
  readonly req: HookRequest;
  /** The requester's rights. Null if the service has no authentication and everything is open. */
  readonly access: DocumentAccess | null;
  /** Signals that the client has gone; absent if the caller always waits for the result. */
  readonly clientSignal?: ClientSignal;
  /** Records a write in its transaction; present where the audit log notes the writes of this requester. */
  readonly recordWrite?: ((connection: Connection, write: RecordedWrite) => Promise<void>) | undefined;
}

/** A write for the audit log. */
export interface RecordedWrite {
  /** `posts`, `globals.site`. */
  readonly document: string;
  readonly id: string;
  /** Whether it was saved while its editor types. */
  readonly isAutosave?: boolean;
  /** Whether it ends a document of a collection with trash for good. */
  readonly isPurge?: boolean;
  readonly event: 'create' | 'update' | 'publish' | 'unpublish' | 'discard' | 'restore' | 'delete';
}

/** A document as it is sent: JSON, as bytes or text; made by the database where that is faster. */
export interface DocumentResult {
  readonly id: string;
  readonly revision: number;
  /**
   * The published view shows the same revision without the draft's fields: an equal revision does not mean an
   * equal response.
   */
  readonly isSharedRevision?: boolean;
  readonly json: Uint8Array | string;
  /** Of a write that found nothing to write. */
  readonly isUnchanged?: boolean;
  /** What the database contained when the document was read, if its statement returned that. */
  readonly version?: string;
}
