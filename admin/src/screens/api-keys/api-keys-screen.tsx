import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NoAccess } from '../../accounts/no-access.js';
import { useUserNames } from '../../accounts/use-user-names.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths, serverPages } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { ButtonLink, OuterLink } from '../../ui/link.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { KeyRow } from './key-row.js';
import { keyListQuery } from './keys-query.js';
import { apiKeysTexts } from './texts.js';
import '../../accounts/accounts.css';
import './api-keys.css';

/** One's own keys; a super_admin sees all. */
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
  const { data, error, refetch } = useQuery(keyListQuery(useApi(), page));
  const nameOf = useUserNames(data?.docs.map(({ createdBy }) => createdBy) ?? []);
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingScreen />;
  }
  if (data.totalDocs === 0) {
    return (
      <section className="panel">
        <EmptyState
          icon="key"
          title={t.empty}
          text={t.emptyText}
          actions={<ButtonLink to={paths.newApiKey}>{t.create}</ButtonLink>}
        />
      </section>
    );
  }
  return (
    <>
      <Table label={t.title}>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.state}</th>
            <th scope="col" className="wide-only">
              {t.rights}
            </th>
            <th scope="col" className="wide-only">
              {t.lastUsed}
            </th>
            <th scope="col" className="wide-only">
              {t.expires}
            </th>
            <th scope="col" className="wide-only">
              {t.madeBy}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.docs.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              maker={key.createdBy === null ? t.commandLine : nameOf(key.createdBy)}
            />
          ))}
        </tbody>
      </Table>
      <div className="list-foot">
        <span>{t.found(data.totalDocs)}</span>
        <Pagination page={page} pages={data.totalPages} hasNext={data.hasNextPage} onPage={setPage} />
      </div>
    </>
  );
}
