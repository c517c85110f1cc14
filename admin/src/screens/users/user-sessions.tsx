import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { segment } from '../../../../templates/sdk/methods.js';
import { SessionList } from '../../accounts/session-list.js';
import type { Session } from '../../accounts/sessions-query.js';
import { useAction } from '../../accounts/use-action.js';
import { nameOfUser, type User, usersKey } from '../../accounts/user.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { AlertDialog } from '../../ui/dialog.js';
import { ErrorState, Skeleton } from '../../ui/states.js';
import { usersTexts } from './texts.js';

interface UserPartProps {
  readonly user: User;
  /** Why the requester may not end sessions; null where they may. */
  readonly closed: string | null;
}

function userSessionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'sessions', id],
    queryFn: ({ signal }) =>
      api.call<{ sessions: Session[] }>('GET', `users/${segment(id)}/sessions`, undefined, { signal }),
  });
}

/** The sessions of the user, which can be ended. */
export function UserSessions({ user, closed }: UserPartProps): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...userSessionsQuery(api, user.id),
    enabled: closed === null,
  });
  const sessions = data?.sessions ?? [];
  return (
    <section className="panel" aria-label={t.sessions}>
      <div className="panel-head">
        <h2 className="panel-title">{t.sessions}</h2>
        {closed === null && <SignOutEverywhere user={user} count={sessions.length} />}
      </div>
      {closed !== null ? (
        <p className="panel-empty">{closed}</p>
      ) : data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="panel-body">
            <Skeleton width="16rem" height="2.5rem" />
          </div>
        )
      ) : sessions.length === 0 ? (
        <p className="panel-empty">{t.noSessions}</p>
      ) : (
        <SessionList sessions={sessions} />
      )}
    </section>
  );
}

function SignOutEverywhere({ user, count }: { readonly user: User; readonly count: number }): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const end = useAction({
    call: () => api.call<{ readonly revoked: number }>('DELETE', `users/${segment(user.id)}/sessions`),
    done: ({ revoked }) => t.signedOut(revoked),
    forget: [[...usersKey, 'sessions', user.id]],
    onDone: () => setIsAsking(false),
  });
  return (
    <>
      <Button
        variant="danger-quiet"
        icon="signOut"
        disabled={count === 0 && t.noSessions}
        onClick={() => setIsAsking(true)}
      >
        {t.signOutEverywhere}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={t.signOutTitle(nameOfUser(user))}
        description={t.signOutText(count)}
        action={t.signOutEverywhere}
        isDanger
        isBusy={end.isBusy}
        onConfirm={() => end.run()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
