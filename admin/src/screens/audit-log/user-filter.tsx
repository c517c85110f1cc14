import type { ReactNode } from 'react';
import { useUserNames } from '../../accounts/use-user-names.js';
import type { ListPage, User } from '../../accounts/user.js';
import { useApi } from '../../api/api-context.js';
import { useTexts } from '../../i18n/language.js';
import { Combobox } from '../../ui/combobox.js';
import type { ComboboxMatches } from '../../ui/combobox-options.js';
import { Field } from '../../ui/field.js';
import { auditLogTexts } from './texts.js';

interface UserFilterProps {
  /** The id of a user; empty for all. */
  readonly user: string;
  readonly onChange: (user: string) => void;
}

const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const maxOffered = 8;

/**
 * Filters by a user. Takes part of an email, for which it offers matching users, or any id, also of a deleted
 * user.
 */
export function UserFilter({ user, onChange }: UserFilterProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const api = useApi();
  const nameOf = useUserNames([user === '' ? null : user]);
  const find = async (text: string, signal: AbortSignal): Promise<ComboboxMatches> => {
    const wanted = text.trim().toLowerCase();
    if (isId.test(wanted)) return { options: [{ value: wanted, label: wanted }], hasMore: false };
    const parameters = new URLSearchParams({
      ...(wanted !== '' && { where: JSON.stringify({ email: { contains: wanted } }) }),
      ...{ limit: String(maxOffered), sort: 'email_asc', select: 'email', count: 'none' },
    });
    const path = `users?${parameters}`;
    const { docs, hasNextPage } = await api.call<ListPage<User>>('GET', path, undefined, { signal });
    return { options: docs.map(({ id, email }) => ({ value: id, label: email })), hasMore: hasNextPage };
  };
  return (
    <Field label={t.user}>
      {(control) => (
        <Combobox
          {...control}
          search={{ key: ['users', 'audit-log'], find }}
          value={user === '' ? null : { value: user, label: nameOf(user) }}
          placeholder={t.userHint}
          onChange={(option) => onChange(option?.value ?? '')}
        />
      )}
    </Field>
  );
}
