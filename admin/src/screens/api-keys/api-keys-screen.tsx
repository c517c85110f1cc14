import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NoAccess } from '../../accounts/no-access.js';
import { PagedList } from '../../accounts/paged-list.js';
import { useUserNames } from '../../accounts/use-user-names.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths, serverPages } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { ButtonLink, OuterLink } from '../../ui/link.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { KeyRow } from './key-row.js';
import { keyListQuery } from './keys-query.js';
import { apiKeysTexts } from './texts.js';
import './api-keys.css';

/** The requester's own API keys; a super_admin sees all. */
export function ApiKeysScreen(): ReactNode {
  const t = useTexts(apiKeysTexts);
  const auth = useAuthMeta();
  if (auth?.can.manageApiKeys !== true) return <NoAccess title={t.title} />;
  return (
    <Page
      title={t.title}
      note={
        <>
          {t.note} <OuterLink href={serverPages.apiReference}>{t.reference}</OuterLink>
        </>
      }
      actions={
        <ButtonLink to={paths.newApiKey} variant="primary" icon="add">
          {t.create}
        </ButtonLink>
      }
    >
      <KeyList />
    </Page>
  );
}

function KeyList(): ReactNode {
  const t = useTexts(apiKeysTexts);
  const [page, setPage] = useState(1);
  const query = useQuery(keyListQuery(useApi(), page));
  const nameOf = useUserNames(query.data?.docs.map(({ createdBy }) => createdBy) ?? []);
  const empty = (
    <EmptyState
      icon="key"
      title={t.empty}
      text={t.emptyText}
      actions={<ButtonLink to={paths.newApiKey}>{t.create}</ButtonLink>}
    />
  );
  return (
    <PagedList query={query} page={page} onPage={setPage} found={t.found} empty={empty}>
      {(keys) => (
        <Table label={t.title}>
          <TableHead
            columns={[
              { label: t.name },
              { label: t.state },
              { label: t.rights, className: 'wide-only' },
              { label: t.lastUsed, className: 'wide-only' },
              { label: t.expires, className: 'wide-only' },
              { label: t.madeBy, className: 'wide-only' },
              { label: t.actions, isSilent: true },
            ]}
          />
          <tbody>
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                maker={key.createdBy === null ? t.commandLine : nameOf(key.createdBy)}
              />
            ))}
          </tbody>
        </Table>
      )}
    </PagedList>
  );
}
