import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { Once } from '../idempotency/once.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import type { Validator } from '../validator.js';
import type { ExpectedRevisions } from '../write/intent.js';
import type { AccountHooks } from './account-hooks.js';
import type { UserCreation, UserDocument, UserRecords } from './user-records.js';

/** A step of a write, in its transaction. It throws to refuse. */
export type UserStep = (connection: Connection, user: UserDocument) => Promise<void>;

/** A new user by request. */
export interface UserCreationRequest {
  readonly account: Omit<UserCreation, 'name' | 'fields'>;
  /** Name and own fields, as sent. */
  readonly data: JsonObject;
  readonly validator: Validator;
  readonly created?: UserStep;
  /** The response does not show the document: no code of the config runs for it. */
  readonly returns?: 'head';
  /** The request has an `Idempotency-Key`. */
  readonly once?: Once;
}

/** A changed user by request. */
export interface UserChangeRequest {
  readonly expected: ExpectedRevisions;
  /** Name and own fields, as sent. */
  readonly data: JsonObject;
  readonly role: string | null;
  readonly validator: Validator;
  /** Called with the stored user, before any other check. */
  readonly decide: UserStep;
  /** Called when it is written. */
  readonly changed?: (connection: Connection, after: UserDocument, before: UserDocument) => Promise<void>;
}

export interface UserDeletionRequest {
  readonly expected: ExpectedRevisions;
  readonly decide: UserStep;
}

/**
 * Writes of users by requests: as documents of any collection, with hooks, validation, relations and deletion
 * rules, and with their account data. The steps of the caller decide on the rights, in the same transaction.
 */
export interface UserOperations {
  readonly records: UserRecords;
  /** The hooks for accounts that authentication writes in a transaction; null where there are none. */
  hooksFor(context: OperationContext): AccountHooks | null;
  /**
   * A user with the virtual fields that the requester may read; null where users have none.
   *
   * @throws Error where the code of the config fails, or returns a value that does not fit its field.
   */
  readonly computed: ((user: UserDocument, context: OperationContext) => Promise<UserDocument>) | null;
  create(request: UserCreationRequest, context: OperationContext): Promise<DocumentResult>;
  update(id: string, request: UserChangeRequest, context: OperationContext): Promise<DocumentResult>;
  delete(id: string, request: UserDeletionRequest, context: OperationContext): Promise<void>;
}
