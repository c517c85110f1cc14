import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccountForm } from '../../accounts/account-form.js';
import { EmailState } from '../../accounts/email-state.js';
import { EndOthers } from '../../accounts/end-others.js';
import { sessionsQuery } from '../../accounts/sessions-query.js';
import { useAction } from '../../accounts/use-action.js';
import { useUser } from '../../accounts/use-user.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useAskBeforeLeaving } from '../../app/leave-guard.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import { Page } from '../../app/page.js';
import { paths, serverPages } from '../../app/paths.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/link.js';
import { ErrorState, LoadingScreen } from '../../ui/states.js';
import { Appearance } from './appearance.js';
import { ChangeEmail } from './change-email.js';
import { ChangePassword } from './change-password.js';
import { profileTexts } from './texts.js';
import '../../accounts/accounts.css';

/** The account of the signed-in user, which they may see and change themselves. */
export function ProfileScreen(): ReactNode {
  const t = useTexts(profileTexts);
  const auth = useAuthMeta();
  const { data: user, error, refetch } = useUser(auth?.user.id ?? null);
  const roleLabel = useRoleLabel();
  if (auth === null) return <NotFoundScreen />;
  return (
    <Page title={t.title} mark={<Badge>{roleLabel(auth.user.role)}</Badge>} note={user?.name} isNarrow>
      {user ? (
        <>
          <section className="panel" aria-label={t.account}>
            <AccountForm
              user={user}
              closed={null}
              emailText={t.emailText}
              saved={t.saved}
              emailState={
                <EmailState
                  user={user}
                  texts={
                    user.emailVerified
                      ? { badge: t.verified, note: null }
                      : { badge: t.notVerified, note: t.notVerifiedText }
                  }
                  resend={t.resend}
                  resent={t.resent}
                />
              }
            />
          </section>
          <ChangeEmail email={user.email} />
          <ChangePassword email={user.email} />
          <Appearance />
          <Sessions />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingScreen />
      )}
    </Page>
  );
}

function Sessions(): ReactNode {
  const t = useTexts(profileTexts);
  const api = useApi();
  const askBeforeLeaving = useAskBeforeLeaving();
  const { data: sessions = [] } = useQuery(sessionsQuery(api));
  const signOut = useAction({
    call: () => api.call('POST', 'auth/logout'),
    done: t.signedOut,
    forget: [],
    onDone: () => location.assign(serverPages.loggedOut),
  });
  return (
    <section className="panel" aria-label={t.sessions}>
      <div className="panel-head">
        <h2 className="panel-title">{t.sessions}</h2>
      </div>
      <div className="panel-body">
        <p>{t.sessionsText}</p>
        <div className="role-line">
          <ButtonLink to={paths.sessions} icon="lock">
            {t.toSessions}
          </ButtonLink>
          <EndOthers count={sessions.filter(({ current }) => !current).length} />
          <Button
            icon="signOut"
            isBusy={signOut.isBusy}
            onClick={() => askBeforeLeaving(() => signOut.run())}
          >
            {t.signOut}
          </Button>
        </div>
      </div>
    </section>
  );
}
