import type { ChangeEvent } from '../../config/hook-config.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import type { StoredStatus } from '../versions/version-store.js';

/** What a write does. */
export interface WriteOutcome {
  readonly after: DocumentState;
  /** As `afterChange` hooks and the history see it. */
  readonly document: StoredDocument;
  readonly data: JsonObject;
  readonly event: ChangeEvent;
  /** The document before the write, for `afterChange` hooks; null where there was none. */
  readonly previous: StoredDocument | null;
  /** Null: the history keeps nothing. */
  readonly version: StoredStatus | null;
  /** A document that was only a draft is published. */
  readonly isFirstPublication?: boolean;
}
