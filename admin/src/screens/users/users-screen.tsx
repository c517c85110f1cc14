import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { NoAccess } from '../../accounts/no-access.js';
import { PagedList } from '../../accounts/paged-list.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useCollectionMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { pictureField } from '../../files/picture-field.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/link.js';
import { EmptyState } from '../../ui/states.js';
import { useAnnounced } from '../../ui/toast.js';
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

/** The users whom the requester may see. The search is part of the URL, so that it can be shared. */
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
  const filter = readUserFilter(useSearch());
  const users = useCollectionMeta('users');
  const picture = users && pictureField(users);
  const query = useQuery(userListQuery(api, filter, picture !== undefined));
  const { data, isPlaceholderData } = query;
  const { data: locks } = useQuery(locksQuery(api, data?.docs.map(({ id }) => id) ?? []));
  useAnnounced(data && !isPlaceholderData ? t.found(data.totalDocs) : null);
  const show = (next: Partial<UserFilter>): void => {
    const search = writeUserFilter({ ...filter, page: 1, ...next });
    navigate(search === '' ? paths.users : `${paths.users}?${search}`, { replace: true });
  };
  const clear = (): void => show({ text: '', role: '', verified: '' });
  return (
    <>
      <UserFilters filter={filter} onChange={show} />
      <PagedList
        query={query}
        page={filter.page}
        onPage={(page) => show({ page })}
        found={t.found}
        empty={
          <EmptyState
            icon="users"
            title={t.nobody}
            text={t.nobodyText}
            actions={isFiltered(filter) && <Button onClick={clear}>{t.clear}</Button>}
          />
        }
      >
        {(docs) => (
          <UserTable
            users={docs}
            picture={picture}
            locks={locks}
            sort={filter.sort}
            isStale={isPlaceholderData}
            onSort={(sort) => show({ sort })}
          />
        )}
      </PagedList>
    </>
  );
}
