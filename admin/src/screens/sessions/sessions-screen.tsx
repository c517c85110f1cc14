import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { segment } from '../../../../templates/sdk/methods.js';
import { deviceName } from '../../accounts/device-name.js';
import { EndOthers } from '../../accounts/end-others.js';
import { SessionList } from '../../accounts/session-list.js';
import { type Session, sessionsKey, sessionsQuery } from '../../accounts/sessions-query.js';
import { accountTexts } from '../../accounts/texts.js';
import { useAction } from '../../accounts/use-action.js';
import { useApi } from '../../api/api-context.js';
import { Page } from '../../app/page.js';
import { serverPages } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ErrorState, Skeleton } from '../../ui/states.js';
import { sessionsTexts } from './texts.js';

/** The sessions of the signed-in user. */
export function SessionsScreen(): ReactNode {
  const t = useTexts(sessionsTexts);
  const api = useApi();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(api));
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <Page title={t.title} note={t.note} isNarrow actions={sessions && <EndOthers count={others} />}>
      <section className="panel" aria-busy={sessions === undefined && error === null}>
        {sessions ? (
          <SessionList sessions={sessions} action={(session) => <EndSession session={session} />} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SessionsSkeleton />
        )}
      </section>
    </Page>
  );
}

function EndSession({ session }: { readonly session: Session }): ReactNode {
  const t = useTexts(sessionsTexts);
  const accounts = useTexts(accountTexts);
  const api = useApi();
  const device = deviceName(session.userAgent, accounts);
  const end = useAction({
    call: () => api.call('DELETE', `auth/sessions/${segment(session.id)}`),
    done: t.ended(device),
    forget: [sessionsKey],
  });
  const signOut = useAction({
    call: () => api.call('POST', 'auth/logout'),
    done: t.ended(device),
    forget: [],
    onDone: () => location.assign(serverPages.loggedOut),
  });
  if (session.current) {
    return (
      <Button icon="signOut" isBusy={signOut.isBusy} onClick={() => signOut.run()}>
        {t.signOut}
      </Button>
    );
  }
  return (
    <Button
      variant="danger-quiet"
      aria-label={t.endNamed(device)}
      isBusy={end.isBusy}
      onClick={() => end.run()}
    >
      {t.end}
    </Button>
  );
}

function SessionsSkeleton(): ReactNode {
  return (
    <div className="sessions">
      {[1, 2].map((row) => (
        <div key={row} className="session">
          <Skeleton width="2.25rem" height="2.25rem" />
          <div className="session-text">
            <Skeleton width="14rem" height="1rem" />
            <Skeleton width="20rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
