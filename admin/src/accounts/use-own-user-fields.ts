import { useMemo } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { useAuthMeta, useCollectionMeta } from '../api/meta-context.js';
import { isWritable } from '../documents/field-leaves.js';

/** What has a place of its own on the screens of users, and is not changed by a plain PATCH. */
const elsewhere: ReadonlySet<string> = new Set(['email', 'role', 'emailVerified']);

/** Fields of a user that a form shows: the name, and those of the config that the requester may read. Of oneself they may be others. */
export function useOwnUserFields(userId: string): readonly AdminFieldMeta[] {
  const auth = useAuthMeta();
  const users = useCollectionMeta('users');
  const fields = auth?.user.id === userId ? auth.profile : users?.fields;
  return useMemo(
    () =>
      (fields ?? []).filter(({ name, hidden }) => hidden !== true && !elsewhere.has(name)).map(withoutRemark),
    [fields],
  );
}

/** The fields of the config that a new user can be given, besides those that every user has. */
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

/** The description of the built-in name is for programmers, in English, and says no more than the label. */
function withoutRemark(field: AdminFieldMeta): AdminFieldMeta {
  if (field.name !== 'name') return field;
  const { description: _remark, ...rest } = field;
  return rest;
}
