/** Which events of the audit log are looked for, as the address of the screen and the API have it. */
import { auditTypes } from '../../../../runtime/codegen/audit-types.js';

/** `from` and `to` are moments in the time zone of the browser, as an input of type `datetime-local` has them: `2026-11-21T10:00`. */
export interface AuditFilter {
  readonly type: string;
  readonly user: string;
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

const localMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Reads the address of the screen; what makes no sense there is passed over. */
export function readAuditFilter(search: string): AuditFilter {
  const parameters = new URLSearchParams(search);
  const given = (name: string): string => parameters.get(name) ?? '';
  const page = Number(given('page'));
  return {
    type: auditTypes.find((type) => type === given('type')) ?? '',
    user: given('user').trim(),
    from: localMoment.test(given('from')) ? given('from') : '',
    to: localMoment.test(given('to')) ? given('to') : '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The filter as the query string of the screen, without what it leaves open. */
export function writeAuditFilter({ page, ...filter }: AuditFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== '');
  return String(new URLSearchParams([...given, ...(page > 1 ? [['page', String(page)]] : [])]));
}

/** Parameters of `GET /api/auth/audit-log`. A minute at the end is meant as a whole. */
export function auditParameters(filter: AuditFilter): Readonly<Record<string, string>> {
  const { type, user, from, to } = filter;
  return {
    ...(type !== '' && { type }),
    ...(user !== '' && { userId: user }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(new Date(to).getTime() + 59_999).toISOString() }),
  };
}

/** Whether anything is filtered. */
export function isFiltered({ type, user, from, to }: AuditFilter): boolean {
  return [type, user, from, to].some((value) => value !== '');
}
