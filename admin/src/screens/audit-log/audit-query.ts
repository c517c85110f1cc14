import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuthAuditEntry } from '../../../../templates/sdk/auth/answers.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { ListPage } from '../../accounts/user.js';
import type { Api } from '../../api/api.js';
import { auditCsvHead, auditCsvRows } from './audit-csv.js';
import { type AuditFilter, auditParameters } from './audit-filter.js';

export type AuditEntry = AuthAuditEntry;
type AuditPage = ListPage<AuditEntry>;

const rowsOfPage = 25;

/** Reads one page of the events that match the filter. */
export function auditQuery(api: Api, filter: AuditFilter) {
  const parameters = { ...auditParameters(filter), page: String(filter.page), limit: String(rowsOfPage) };
  return queryOptions({
    queryKey: ['audit-log', parameters],
    queryFn: ({ signal }) => readAuditPage(api, parameters, signal),
    placeholderData: keepPreviousData,
  });
}

function readAuditPage(
  api: Api,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AuditPage> {
  return api.call('GET', `auth/audit-log?${new URLSearchParams(parameters)}`, undefined, { signal });
}

/** Page sizes to try, the largest first, since a config may limit them. */
const exportSizes = ['1000', '100', '10'];

export interface ExportOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly now: number;
}

/**
 * Exports all events that match the filter as CSV. A filter without `to` ends at `now`, so that new events do
 * not shift the pages.
 */
export async function exportAudit(
  api: Api,
  filter: AuditFilter,
  { signal, progress, now }: ExportOptions,
): Promise<{ readonly csv: readonly string[]; readonly count: number }> {
  const fixed = { to: new Date(now).toISOString(), ...auditParameters(filter) };
  const first = await firstPage(api, fixed, signal);
  const csv = [auditCsvHead()];
  let count = 0;
  let current = first.page;
  for (let page = 2; ; page += 1) {
    csv.push(auditCsvRows(current.docs));
    count += current.docs.length;
    progress(count, current.totalDocs);
    if (!current.hasNextPage) return { csv, count };
    current = await readAuditPage(api, { ...fixed, page: String(page), limit: first.limit }, signal);
  }
}

async function firstPage(
  api: Api,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly page: AuditPage; readonly limit: string }> {
  const [limit = '10', ...smaller] = exportSizes;
  for (const size of [limit, ...smaller]) {
    try {
      return { page: await readAuditPage(api, { ...parameters, limit: size }, signal), limit: size };
    } catch (error) {
      const isTooLarge = isSvcError(error) && error.code === 'BAD_USER_INPUT';
      if (!isTooLarge || size === exportSizes.at(-1)) throw error;
    }
  }
  throw new Error('There is no size of a page.');
}
