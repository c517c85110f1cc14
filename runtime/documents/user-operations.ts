import { deleteDocument } from '../collections/delete-documents.js';
import { createDocument } from '../collections/write-documents.js';
import type { ReferrerMap } from '../relations/referrers.js';
import type { Connection } from '../storage/driver.js';
import type { JsonObject } from '../util/json.js';
import type { AnswerWrite } from './answer-write.js';
import { changeDocument, type WritePlace } from './change-document.js';
import { settledOf } from './document-state.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { notFound } from './find-stored.js';
import { lockState } from './lock-documents.js';
import type { DocumentResult, OperationContext, Validator, WriteConditions } from './operation.js';
import { OutgoingDocument } from './outgoing-document.js';
import { type DocumentReader, wholeDocument } from './read-documents.js';
import { type UserCreation, type UserDocument, type UserRecords, userOf } from './user-records.js';

/** A step of a write, in its transaction. It throws to refuse. */
export type UserStep = (connection: Connection, user: UserDocument) => Promise<void>;

/** A new user by request. */
export interface UserCreationRequest {
  readonly account: Omit<UserCreation, 'name' | 'fields'>;
  /** Name and own fields, as sent. */
  readonly data: JsonObject;
  readonly validator: Validator;
  readonly created?: UserStep;
}

/** A changed user by request. */
export interface UserChangeRequest extends WriteConditions {
  /** Name and own fields, as sent. */
  readonly data: JsonObject;
  readonly role: string | null;
  readonly validator: Validator;
  /** On the stored user, before anything else is looked at. */
  readonly decide: UserStep;
  /** When it is written. */
  readonly changed?: (connection: Connection, after: UserDocument, before: UserDocument) => Promise<void>;
}

export interface UserDeletionRequest extends WriteConditions {
  readonly decide: UserStep;
}

/**
 * Writes of users by requests: as documents of any collection, with hooks, validation, relations and deletion rules, and with what
 * makes them accounts. Who may do it is decided by the steps that the caller gives, in the same transaction.
 */
export interface UserOperations {
  readonly records: UserRecords;
  create(request: UserCreationRequest, context: OperationContext): Promise<DocumentResult>;
  update(id: string, request: UserChangeRequest, context: OperationContext): Promise<DocumentResult>;
  delete(id: string, request: UserDeletionRequest, context: OperationContext): Promise<void>;
}

export interface UserOperationsOptions {
  readonly type: DocumentType;
  readonly environment: DocumentEnvironment;
  readonly records: UserRecords;
  readonly referrers: ReferrerMap;
  readonly reader: DocumentReader;
}

export function createUserOperations(options: UserOperationsOptions): UserOperations {
  const { type, environment, records, referrers, reader } = options;
  const answer: AnswerWrite = ({ state, texts }, context) => {
    const document = settledOf(state);
    if (document === null) throw new Error('A write of a user left nothing.');
    const id = String(document['id']);
    const text = texts.get(document);
    const written =
      text === undefined ? OutgoingDocument.ofData(id, document) : OutgoingDocument.ofText(id, text);
    return reader.present(
      type,
      { document: written, revision: Number(document['_revision']) },
      wholeDocument,
      context,
    );
  };
  /** Users have no drafts, and who may change one is decided by the caller's step. */
  const placeOf = (id: string, decide: UserStep): WritePlace => ({
    environment,
    type,
    id,
    answer,
    async load(connection) {
      const state = await lockState(connection, type, id);
      const user = state === null ? null : settledOf(state);
      if (state === null || user === null) throw notFound(type.model.name, id);
      await decide(connection, userOf(user));
      return { state };
    },
  });
  return {
    records,
    create({ account, data, validator, created }, context) {
      const { passwordHash, ...fields } = account;
      const steps = {
        complete: (prepared: JsonObject) => ({ ...prepared, ...fields }),
        written: async (connection: Connection, document: JsonObject) => {
          const user = userOf(document);
          if (passwordHash !== null) await records.setPasswordHash(connection, user.id, passwordHash);
          await created?.(connection, user);
        },
      };
      const sent = { ...data, ...fields };
      return createDocument(
        environment,
        type,
        sent,
        { validator: ofOwnFields(validator), answer, steps },
        context,
      );
    },
    update(id, { data, role, validator, expectedRevision, decide, changed }, context) {
      const fields = role === null ? {} : { role };
      const steps = {
        complete: (prepared: JsonObject) => ({ ...withoutAccount(prepared), ...fields }),
        written: async (connection: Connection, document: JsonObject, before: JsonObject | null) =>
          changed?.(connection, userOf(document), userOf(before ?? document)),
      };
      return changeDocument(
        placeOf(id, decide),
        { ...data, ...fields },
        { validator: ofOwnFields(validator), expectedRevision, steps },
        context,
      );
    },
    delete: (id, { expectedRevision, decide }, context) =>
      deleteDocument(
        { environment, referrers, type, load: placeOf(id, decide).load },
        id,
        { expectedRevision },
        context,
      ),
  };
}

/** What only authentication sets; `password` is never in a document. */
const accountKeys: ReadonlySet<string> = new Set(['email', 'role', 'emailVerified', 'password']);

/** A hook may answer a whole document; it changes the fields of the config, not the account. */
function withoutAccount(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !accountKeys.has(key)));
}

/**
 * The emitted validator without its say on what makes the account: that was checked before, and the password, which it may
 * want, goes no further than to its hash: no hook ever sees it.
 */
function ofOwnFields(validator: Validator): Validator {
  return {
    safeParse(input) {
      const result = validator.safeParse(input);
      if (result.success) return result;
      const issues = result.error.issues.flatMap((issue) => {
        if (issue.path.length > 0) return accountKeys.has(String(issue.path[0])) ? [] : [issue];
        if (issue.keys === undefined) return [issue];
        const keys = issue.keys.filter((key) => !accountKeys.has(key));
        return keys.length === 0 ? [] : [{ ...issue, keys }];
      });
      return issues.length === 0 ? { success: true, data: input } : { success: false, error: { issues } };
    },
  };
}
