import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { NoAccess } from '../../accounts/no-access.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useCollectionMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/link.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { CreateUserDialog } from './create-user-dialog.js';
import { usersTexts } from './texts.js';
import { UserFilters } from './user-filters.js';
import {
  isFiltered,
  locksQuery,
  readUserFilter,
  type UserFilter,
  userListQuery,
  writeUserFilter,
} from './user-list-query.js';
import { UserTable } from './user-table.js';
import '../../accounts/accounts.css';

/** Users whom the requester may see. The search is in the address, so that it can be passed on. */
export function UsersScreen(): ReactNode {
  const t = useTexts(usersTexts);
  const auth = useAuthMeta();
  const mayCreate = useCollectionMeta('users')?.can.create !== false;
  const [isCreating, setIsCreating] = useState(false);
  if (auth?.can.manageUsers !== true) return <NoAccess title={t.title} />;
  const actions = (
    <>
      {mayCreate && (
        <Button icon="add" onClick={() => setIsCreating(true)}>
          {t.create}
        </Button>
      )}
      {auth.can.invite && auth.invites && (
        <ButtonLink to={`${paths.invites}?new`} variant="primary" icon="mail">
          {t.invite}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Page title={t.title} actions={actions}>
      <UserList />
      <CreateUserDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function UserList(): ReactNode {
  const t = useTexts(usersTexts);
  const [, navigate] = useLocation();
  const api = useApi();
  const { announce } = useNotifier();
  const filter = readUserFilter(useSearch());
  const { data, error, refetch, isPlaceholderData } = useQuery(userListQuery(api, filter));
  const { data: locks } = useQuery(locksQuery(api, data?.docs.map(({ id }) => id) ?? []));
  const found = data && !isPlaceholderData ? t.found(data.totalDocs) : null;
  useEffect(() => {
    if (found !== null) announce(found);
  }, [found, announce]);
  const show = (next: Partial<UserFilter>): void => {
    const search = writeUserFilter({ ...filter, page: 1, ...next });
    navigate(search === '' ? paths.users : `${paths.users}?${search}`, { replace: true });
  };
  const clear = (): void => show({ text: '', role: '', verified: '' });
  return (
    <>
      <UserFilters filter={filter} onChange={show} />
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingScreen />
        )
      ) : data.totalDocs === 0 ? (
        <section className="panel">
          <EmptyState
            icon="users"
            title={t.nobody}
            text={t.nobodyText}
            actions={isFiltered(filter) && <Button onClick={clear}>{t.clear}</Button>}
          />
        </section>
      ) : (
        <>
          <UserTable
            users={data.docs}
            locks={locks}
            sort={filter.sort}
            isStale={isPlaceholderData}
            onSort={(sort) => show({ sort })}
          />
          <div className="list-foot">
            <span>{t.found(data.totalDocs)}</span>
            <Pagination
              page={filter.page}
              pages={data.totalPages}
              hasNext={data.hasNextPage}
              onPage={(page) => show({ page })}
            />
          </div>
        </>
      )}
    </>
  );
}
