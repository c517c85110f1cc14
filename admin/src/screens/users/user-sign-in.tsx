import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { segment } from '../../../../templates/sdk/methods.js';
import { EmailState } from '../../accounts/email-state.js';
import { useAction } from '../../accounts/use-action.js';
import { type User, usersKey } from '../../accounts/user.js';
import { useApi } from '../../api/api-context.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ResetLink } from './reset-link.js';
import { usersTexts } from './texts.js';
import { locksQuery } from './user-list-query.js';

interface UserPartProps {
  readonly user: User;
  /** Why the requester may not change this; null where they may. */
  readonly closed: string | null;
}

/** What prevents the user from signing in: an unverified email, a lock. */
export function UserSignIn({ user, closed }: UserPartProps): ReactNode {
  const t = useTexts(usersTexts);
  return (
    <section className="panel" aria-label={t.signIn}>
      <div className="panel-head">
        <h2 className="panel-title">{t.signIn}</h2>
      </div>
      <div className="panel-body">
        <EmailState
          user={user}
          texts={
            user.emailVerified
              ? { badge: t.verified, note: t.emailVerified }
              : { badge: t.notVerified, note: t.emailNotVerified }
          }
          resend={t.resend}
          resent={t.resent(user.email)}
        />
        {closed === null && <Lock user={user} />}
        {closed === null && <ResetLink user={user} />}
      </div>
    </section>
  );
}

function Lock({ user }: { readonly user: User }): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const formats = useFormats();
  const { data: locks } = useQuery(locksQuery(api, [user.id]));
  const lockedUntil = locks?.get(user.id);
  const unlock = useAction({
    call: () => api.call('POST', `users/${segment(user.id)}/unlock`),
    done: t.unlocked,
    forget: [usersKey],
  });
  return (
    <div className="panel-row">
      <p aria-live="polite">
        {lockedUntil === undefined ? (
          <>
            <Badge kind="success">{t.active}</Badge> {t.notLocked}
          </>
        ) : (
          <>
            <Badge kind="danger">{t.locked}</Badge> {t.isLocked(formats.dateTime(lockedUntil))}
          </>
        )}
      </p>
      {lockedUntil !== undefined && (
        <Button icon="lock" isBusy={unlock.isBusy} onClick={() => unlock.run()}>
          {t.unlock}
        </Button>
      )}
    </div>
  );
}
