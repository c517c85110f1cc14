import { useMemo } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { useAuthMeta, useCollectionMeta } from '../api/meta-context.js';
import { isWritable } from '../documents/field-leaves.js';

/** Fields that have inputs of their own on the screens of users and are not changed by a plain PATCH. */
const elsewhere: ReadonlySet<string> = new Set(['email', 'role', 'emailVerified']);

/**
 * Returns the user fields that a form shows: the name and the fields of the config that the requester may
 * read. For the requester's own account they may differ.
 */
export function useOwnUserFields(userId: string): readonly AdminFieldMeta[] {
  const auth = useAuthMeta();
  const users = useCollectionMeta('users');
  const fields = auth?.user.id === userId ? auth.profile : users?.fields;
  return useMemo(
    () => (fields ?? []).filter(({ name, hidden }) => hidden !== true && !elsewhere.has(name)),
    [fields],
  );
}

/**
 * Returns the fields of the config that a new user can be given, in addition to those that every user has.
 */
export function useNewUserFields(): readonly AdminFieldMeta[] {
  const users = useCollectionMeta('users');
  return useMemo(
    () =>
      (users?.fields ?? []).filter(
        (field) =>
          field.hidden !== true && field.name !== 'name' && !elsewhere.has(field.name) && isWritable(field),
      ),
    [users],
  );
}
