import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { NoAccess } from '../../accounts/no-access.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { type AuditFilter, isFiltered, readAuditFilter, writeAuditFilter } from './audit-filter.js';
import { AuditFilters } from './audit-filters.js';
import { auditQuery } from './audit-query.js';
import { AuditTable } from './audit-table.js';
import { ExportCsv } from './export-csv.js';
import { auditLogTexts } from './texts.js';
import '../../accounts/accounts.css';
import './audit-log.css';

/** What has happened to accounts, for administrators. The filter is in the address, so that it can be passed on. */
export function AuditLogScreen(): ReactNode {
  const t = useTexts(auditLogTexts);
  const auth = useAuthMeta();
  const filter = readAuditFilter(useSearch());
  if (auth?.can.readAuditLog !== true) return <NoAccess title={t.title} />;
  return (
    <Page title={t.title} note={t.note} actions={<ExportCsv filter={filter} />}>
      <AuditList filter={filter} />
    </Page>
  );
}

function AuditList({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const t = useTexts(auditLogTexts);
  const [, navigate] = useLocation();
  const { announce } = useNotifier();
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(useApi(), filter));
  const found = data && !isPlaceholderData ? t.found(data.totalDocs) : null;
  useEffect(() => {
    if (found !== null) announce(found);
  }, [found, announce]);
  const show = (next: Partial<AuditFilter>): void => {
    const search = writeAuditFilter({ ...filter, page: 1, ...next });
    navigate(search === '' ? paths.auditLog : `${paths.auditLog}?${search}`, { replace: true });
  };
  const clear = (): void => show({ type: '', user: '', from: '', to: '' });
  return (
    <>
      <AuditFilters filter={filter} onChange={show} onClear={clear} />
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingScreen />
        )
      ) : data.totalDocs === 0 ? (
        <section className="panel">
          {isFiltered(filter) ? (
            <EmptyState
              icon="search"
              title={t.nothing}
              text={t.nothingText}
              actions={<Button onClick={clear}>{t.clear}</Button>}
            />
          ) : (
            <EmptyState icon="history" title={t.empty} text={t.nothingText} />
          )}
        </section>
      ) : (
        <>
          <AuditTable entries={data.docs} isStale={isPlaceholderData} />
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
