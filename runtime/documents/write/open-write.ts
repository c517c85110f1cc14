import type { Connection } from '../../storage/driver.js';
import type { DocumentEnvironment } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import type { FoundDocument } from '../read/known-document.js';
import type { WrittenTarget } from './answer-write.js';
import type { WriteIntent } from './intent.js';

/** The collection or global of a write. */
export interface WriteTarget extends WrittenTarget {
  readonly environment: DocumentEnvironment;
}

/** A write in its transaction. */
export interface OpenWrite<Intent extends WriteIntent = WriteIntent> {
  readonly target: WriteTarget;
  readonly intent: Intent;
  readonly context: OperationContext;
  readonly connection: Connection;
  /** The document, as its requester may see it. */
  readonly loaded: FoundDocument;
}
