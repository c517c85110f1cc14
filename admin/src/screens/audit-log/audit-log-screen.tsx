import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { NoAccess } from '../../accounts/no-access.js';
import { PagedList } from '../../accounts/paged-list.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/states.js';
import { useAnnounced } from '../../ui/toast.js';
import { type AuditFilter, isFiltered, readAuditFilter, writeAuditFilter } from './audit-filter.js';
import { AuditFilters } from './audit-filters.js';
import { auditQuery } from './audit-query.js';
import { AuditTable } from './audit-table.js';
import { ExportCsv } from './export-csv.js';
import { auditLogTexts } from './texts.js';
import './audit-log.css';

/** The audit log of accounts, for administrators. The filter is part of the URL, so that it can be shared. */
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
  const query = useQuery(auditQuery(useApi(), filter));
  const { data, isPlaceholderData } = query;
  useAnnounced(data && !isPlaceholderData ? t.found(data.totalDocs) : null);
  const show = (next: Partial<AuditFilter>): void => {
    const search = writeAuditFilter({ ...filter, page: 1, ...next });
    navigate(search === '' ? paths.auditLog : `${paths.auditLog}?${search}`, { replace: true });
  };
  const clear = (): void => show({ type: '', user: '', collection: '', document: '', from: '', to: '' });
  return (
    <>
      <AuditFilters filter={filter} onChange={show} onClear={clear} />
      <PagedList
        query={query}
        page={filter.page}
        onPage={(page) => show({ page })}
        found={t.found}
        empty={
          isFiltered(filter) ? (
            <EmptyState
              icon="search"
              title={t.nothing}
              text={t.nothingText}
              actions={<Button onClick={clear}>{t.clear}</Button>}
            />
          ) : (
            <EmptyState icon="history" title={t.empty} text={t.nothingText} />
          )
        }
      >
        {(entries) => (
          <AuditTable entries={entries} isOfOne={filter.document !== ''} isStale={isPlaceholderData} />
        )}
      </PagedList>
    </>
  );
}
