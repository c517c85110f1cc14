import type { ReactNode } from 'react';
import { AccountForm } from '../../accounts/account-form.js';
import type { User } from '../../accounts/user.js';
import { useTexts } from '../../i18n/language.js';
import { usersTexts } from './texts.js';

interface UserPartProps {
  readonly user: User;
  /** Why the requester may not change this; null where they may. */
  readonly closed: string | null;
}

/** Form for the email, the name and the fields that the config adds to users. */
export function UserAccount({ user, closed }: UserPartProps): ReactNode {
  const t = useTexts(usersTexts);
  return (
    <section className="panel" aria-label={t.account}>
      <AccountForm user={user} closed={closed} emailText={t.emailText} saved={t.saved} />
    </section>
  );
}
