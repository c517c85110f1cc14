import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { NoAccess } from '../../accounts/no-access.js';
import { PagedList } from '../../accounts/paged-list.js';
import { useUserNames } from '../../accounts/use-user-names.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { InviteDialog } from './invite-dialog.js';
import { InviteRow } from './invite-row.js';
import { invitesQuery } from './invites-query.js';
import { invitesTexts } from './texts.js';

/** Invitations by mail; `?new` opens the form at once. */
export function InvitesScreen(): ReactNode {
  const t = useTexts(invitesTexts);
  const auth = useAuthMeta();
  const wantsNew = new URLSearchParams(useSearch()).has('new');
  const [isInviting, setIsInviting] = useState(wantsNew);
  const [, navigate] = useLocation();
  const close = (): void => {
    setIsInviting(false);
    // Removed from the URL, so that a reload does not open the form again.
    if (wantsNew) navigate(paths.invites, { replace: true });
  };
  if (auth === null || !auth.can.invite) return <NoAccess title={t.title} />;
  if (!auth.invites) {
    return (
      <Page title={t.title}>
        <EmptyState icon="mail" title={t.off} />
      </Page>
    );
  }
  const invite = (
    <Button variant="primary" icon="mail" onClick={() => setIsInviting(true)}>
      {t.invite}
    </Button>
  );
  return (
    <Page title={t.title} note={t.note} actions={invite}>
      <InviteList onInvite={() => setIsInviting(true)} />
      <InviteDialog isOpen={isInviting} onClose={close} />
    </Page>
  );
}

function InviteList({ onInvite }: { readonly onInvite: () => void }): ReactNode {
  const t = useTexts(invitesTexts);
  const [page, setPage] = useState(1);
  const query = useQuery(invitesQuery(useApi(), page));
  const nameOf = useUserNames(query.data?.docs.map(({ invitedBy }) => invitedBy) ?? []);
  const empty = (
    <EmptyState
      icon="mail"
      title={t.empty}
      text={t.emptyText}
      actions={<Button onClick={onInvite}>{t.invite}</Button>}
    />
  );
  return (
    <PagedList query={query} page={page} onPage={setPage} found={t.found} empty={empty}>
      {(invites) => (
        <Table label={t.title}>
          <TableHead
            columns={[
              { label: t.email },
              { label: t.role, className: 'wide-only' },
              { label: t.status },
              { label: t.expires, className: 'wide-only' },
              { label: t.by, className: 'wide-only' },
              { label: t.actions, isSilent: true },
            ]}
          />
          <tbody>
            {invites.map((invite) => (
              <InviteRow key={invite.id} invite={invite} inviter={nameOf(invite.invitedBy)} />
            ))}
          </tbody>
        </Table>
      )}
    </PagedList>
  );
}
