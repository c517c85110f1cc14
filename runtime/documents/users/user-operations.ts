import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment, DocumentType } from '../document-type.js';
import { publishedOrDraft } from '../drafts/document-state.js';
import type { DocumentResult, OperationContext, Validator, WriteConditions } from '../operation.js';
import { notFound } from '../read/find-stored.js';
import { OutgoingDocument } from '../read/outgoing-document.js';
import { type DocumentReader, wholeDocument } from '../read/read-documents.js';
import type { ReferrerMap } from '../relations/referrers.js';
import type { AnswerWrite } from '../write/answer-write.js';
import { changeDocument, type WriteTarget } from '../write/change-document.js';
import { deleteDocument } from '../write/delete-documents.js';
import { lockState } from '../write/lock-documents.js';
import { createDocument } from '../write/write-documents.js';
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
  /** Called with the stored user, before any other check. */
  readonly decide: UserStep;
  /** Called when it is written. */
  readonly changed?: (connection: Connection, after: UserDocument, before: UserDocument) => Promise<void>;
}

export interface UserDeletionRequest extends WriteConditions {
  readonly decide: UserStep;
}

/**
 * Writes of users by requests: as documents of any collection, with hooks, validation, relations and deletion
 * rules, and with their account data. The steps of the caller decide on the rights, in the same transaction.
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
    const document = publishedOrDraft(state);
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
  /** Users have no drafts, and the caller's step decides who may change one. */
  const placeOf = (id: string, decide: UserStep): WriteTarget => ({
    environment,
    type,
    id,
    answer,
    async load(connection) {
      const state = await lockState(connection, type, id);
      const user = state === null ? null : publishedOrDraft(state);
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
      const input = { ...data, ...fields };
      return createDocument(
        environment,
        type,
        input,
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

/** Keys that only authentication sets; `password` is never in a document. */
const accountKeys: ReadonlySet<string> = new Set(['email', 'role', 'emailVerified', 'password']);

/** A hook may return a whole document; only the fields of the config are taken from it, not the account. */
function withoutAccount(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !accountKeys.has(key)));
}

/**
 * The emitted validator without its rules for account data, which was checked before. The password, which it
 * may require, is only hashed: no hook ever sees it.
 */
function ofOwnFields(validator: Validator): Validator {
  return {
    safeParse(candidate) {
      const result = validator.safeParse(candidate);
      if (result.success) return result;
      const issues = result.error.issues.flatMap((issue) => {
        if (issue.path.length > 0) return accountKeys.has(String(issue.path[0])) ? [] : [issue];
        if (issue.keys === undefined) return [issue];
        const keys = issue.keys.filter((key) => !accountKeys.has(key));
        return keys.length === 0 ? [] : [{ ...issue, keys }];
      });
      return issues.length === 0 ? { success: true, data: candidate } : { success: false, error: { issues } };
    },
  };
}
