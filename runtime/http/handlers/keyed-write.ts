/** A write with an `Idempotency-Key`. */
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult } from '../../documents/operation.js';

/** A write of an admitted request. */
export interface KeyedWrite {
  readonly descriptor: DocumentDescriptor;
  /** The method and path: keys of other routes are others. */
  readonly route: string;
  /** Everything that was sent. */
  readonly sent: readonly unknown[];
}

/** What a write leaves, and the status of its response. */
export interface DoneWrite {
  readonly status: 200 | 201;
  readonly document: DocumentResult;
}
