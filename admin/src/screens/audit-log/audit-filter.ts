/** The filter of the audit log, as in the URL of the screen and as parameters of the API. */
import { auditTypes } from '../../../../runtime/codegen/audit-types.js';

/**
 * `from` and `to` are times in the time zone of the browser, as from an input of type `datetime-local`:
 * `2026-11-21T10:00`.
 */
export interface AuditFilter {
  readonly type: string;
  readonly user: string;
  /** A slug, or `globals.` and that of a global. */
  readonly collection: string;
  /** Id of a document of the collection. */
  readonly document: string;
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

const localMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Parses the query string of the screen. Invalid values are ignored. */
export function readAuditFilter(search: string): AuditFilter {
  const parameters = new URLSearchParams(search);
  const given = (name: string): string => parameters.get(name) ?? '';
  const page = Number(given('page'));
  return {
    type: auditTypes.find((type) => type === given('type')) ?? '',
    user: given('user').trim(),
    collection: given('collection').trim(),
    document: given('collection').trim() === '' ? '' : given('document').trim(),
    from: localMoment.test(given('from')) ? given('from') : '',
    to: localMoment.test(given('to')) ? given('to') : '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Returns the filter as the query string of the screen, without empty values. */
export function writeAuditFilter({ page, ...filter }: AuditFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== '');
  return String(new URLSearchParams([...given, ...(page > 1 ? [['page', String(page)]] : [])]));
}

/** Returns the parameters of `GET /api/auth/audit-log`. The last minute is included as a whole. */
export function auditParameters(filter: AuditFilter): Readonly<Record<string, string>> {
  const { type, user, collection, document, from, to } = filter;
  return {
    ...(type !== '' && { type }),
    ...(user !== '' && { userId: user }),
    ...(collection !== '' && { collection }),
    ...(document !== '' && { document }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(new Date(to).getTime() + 59_999).toISOString() }),
  };
}

/** Whether any filter is set. */
export function isFiltered({ type, user, collection, from, to }: AuditFilter): boolean {
  return [type, user, collection, from, to].some((value) => value !== '');
}
