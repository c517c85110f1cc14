import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { withAllVirtuals } from '../read/compute-virtuals.js';
import type { DocumentReader } from '../read/document-reader.js';
import { OutgoingDocument } from '../read/outgoing-document.js';
import type { ReferrerMap } from '../relations/referrers.js';
import type { Validator } from '../validator.js';
import { removeDocument } from '../write/delete-documents.js';
import type { CreateIntent, Decision, Effect, UpdateIntent } from '../write/intent.js';
import type { WriteTarget } from '../write/load-document.js';
import { writeDocument } from '../write/write-document.js';
import { createAccountHooks } from './account-hooks.js';
import { accountKeys } from './account-keys.js';
import { type UserRecords, userOf } from './user-records.js';
import type { UserOperations, UserStep } from './user-writes.js';

export interface UserOperationsOptions {
  readonly type: DocumentType;
  readonly environment: DocumentEnvironment;
  readonly records: UserRecords;
  readonly referrers: ReferrerMap;
  readonly reader: DocumentReader;
}

export function createUserOperations(options: UserOperationsOptions): UserOperations {
  const { type, environment, records, referrers, reader } = options;
  const target: WriteTarget = { environment, type, reader, returns: 'account' };
  const decisionOf =
    (decide: UserStep): Decision =>
    (connection, document) =>
      decide(connection, userOf(document));

  return {
    records,
    hooksFor: (context) => createAccountHooks({ type, environment }, context),
    computed:
      type.virtuals === null
        ? null
        : async (user, context) => {
            const document = OutgoingDocument.ofData(user.id, user as StoredDocument);
            return userOf((await withAllVirtuals(document, { type, context })).data);
          },
    create({ account, data, validator, created, once, returns }, context) {
      const { passwordHash, ...values } = account;
      const written: Effect = {
        when: 'written',
        async run(connection, { document }) {
          const user = userOf(document ?? {});
          if (passwordHash !== null) await records.setPasswordHash(connection, user.id, passwordHash);
          await created?.(connection, user);
        },
      };
      const intent: CreateIntent = {
        kind: 'create',
        data: { ...data, ...values },
        validator: ofOwnFields(validator),
        isDraft: false,
        own: { names: accountKeys, values },
        effects: [written],
        ...(once && { once }),
      };
      return writeDocument(returns === undefined ? target : { ...target, returns }, { intent, context });
    },
    update(id, { data, role, validator, expected, decide, changed }, context) {
      const values = role === null ? {} : { role };
      const written: Effect = {
        when: 'written',
        run: async (connection, { document, before }) =>
          changed?.(connection, userOf(document ?? {}), userOf(before ?? document ?? {})),
      };
      const intent: UpdateIntent = {
        kind: 'update',
        id,
        expected,
        decide: decisionOf(decide),
        data: { ...data, ...values },
        validator: ofOwnFields(validator),
        isDraft: false,
        own: { names: accountKeys, values },
        effects: [written],
      };
      return writeDocument(target, { intent, context });
    },
    delete: (id, { expected, decide }, context) =>
      removeDocument(
        { environment, referrers, type },
        { intent: { kind: 'delete', id, expected, decide: decisionOf(decide) }, context },
      ),
  };
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
