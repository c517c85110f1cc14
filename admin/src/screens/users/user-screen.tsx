import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { NoAccess } from '../../accounts/no-access.js';
import { useUser } from '../../accounts/use-user.js';
import { nameOfUser, superAdminCountQuery, type User } from '../../accounts/user.js';
import { rightsOver } from '../../accounts/user-rights.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useCollectionMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import type { ScreenProps } from '../../app/route.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink, Link } from '../../ui/link.js';
import { EmptyState, ErrorState, LoadingScreen, Notice } from '../../ui/states.js';
import { usersTexts } from './texts.js';
import { UserAccount } from './user-account.js';
import { UserRemoval } from './user-removal.js';
import { UserRole } from './user-role.js';
import { UserSessions } from './user-sessions.js';
import { UserSignIn } from './user-sign-in.js';
import '../../accounts/accounts.css';

/** One user: account, role, sign-in, sessions and deletion. */
export function UserScreen({ params }: ScreenProps<'id'>): ReactNode {
  const t = useTexts(usersTexts);
  const auth = useAuthMeta();
  const mayManage = auth?.can.manageUsers === true;
  const { data: user, error, refetch } = useUser(mayManage ? params.id : null);
  if (!mayManage) return <NoAccess title={t.title} />;
  if (user) return <LoadedUser user={user} />;
  if (!error) return <LoadingScreen />;
  const isGone = isSvcError(error) && (error.code === 'NOT_FOUND' || error.code === 'BAD_USER_INPUT');
  return (
    <Page title={t.title} crumbs={[{ label: t.title, to: paths.users }]}>
      {isGone ? (
        <EmptyState
          icon="user"
          title={t.gone}
          text={t.goneText}
          actions={<ButtonLink to={paths.users}>{t.toUsers}</ButtonLink>}
        />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function LoadedUser({ user }: { readonly user: User }): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const roleLabel = useRoleLabel();
  const auth = useAuthMeta();
  const can = useCollectionMeta('users')?.can;
  const isSuper = auth?.user.role === 'super_admin';
  const { data: superAdmins = null } = useQuery({ ...superAdminCountQuery(api), enabled: isSuper });
  if (auth === null) return null;
  const rights = rightsOver(user, auth.user, {
    ...{ roles: auth.roles, superAdmins },
    mayUpdate: can?.update !== false,
    mayDelete: can?.delete !== false,
  });
  const reason = (refusal: keyof typeof rights): string | null => {
    const why = rights[refusal];
    return why === null ? null : t[why];
  };
  const isSelf = user.id === auth.user.id;
  return (
    <Page
      title={nameOfUser(user)}
      mark={<Badge>{roleLabel(user.role)}</Badge>}
      note={user.name ? user.email : undefined}
      crumbs={[{ label: t.title, to: paths.users }]}
      isNarrow
      actions={
        auth.can.readAuditLog && (
          <ButtonLink to={`${paths.auditLog}?user=${user.id}`} icon="history">
            {t.seeAudit}
          </ButtonLink>
        )
      }
    >
      {isSelf && (
        <Notice>
          {t.thisIsYou} <Link to={paths.profile}>{t.toProfile}</Link>
        </Notice>
      )}
      <UserAccount user={user} closed={reason('edit')} />
      <UserRole user={user} closed={reason('changeRole')} />
      <UserSignIn user={user} closed={reason('control')} />
      <UserSessions user={user} closed={reason('control')} />
      <UserRemoval user={user} closed={reason('remove')} />
    </Page>
  );
}
