import type { AuditedDocument, AuditQuery } from '../../auth/audit/audit-log.js';
import { type AuditType, auditTypes } from '../../codegen/audit-types.js';
import { typeNamed } from '../../codegen/document-name.js';
import { roleRanks } from '../../config/roles.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue } from '../../fields/input-issue.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import { wholeNumber } from '../../query/parse/whole-number.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { authOf, authorizeUser } from '../security/authorize.js';
import { jsonReply } from './replies.js';

const known = ['type', 'userId', 'collection', 'document', 'from', 'to', 'page', 'limit'];
const defaultLimit = 10;

/** `GET /api/auth/audit-log`: the events, newest first, for administrators. */
export async function listAuditLog(request: ApiRequest, service: Service): Promise<Reply> {
  await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
  const query = parseQuery(request.search, service.contract.limits.maxLimit);
  const { entries, total } = await authOf(service).audit.list(query);
  const { page, limit } = query;
  // The envelope of every list: docs/spec/contract.md#pages.
  const totalPages = limit === 0 ? 0 : Math.ceil(total / limit);
  return jsonReply(200, {
    docs: entries,
    totalDocs: total,
    page,
    totalPages,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1 && limit > 0,
  });
}

function parseQuery(search: string, maxLimit: number): AuditQuery {
  const parameters = parseQueryString(search);
  for (const [name, value] of parameters) {
    if (!known.includes(name)) throw inputIssue(echo(name), reason('parameter.unknown', { known }));
    if (value === '') throw inputIssue(name, reason('input.empty'));
  }
  const given = (name: string): string | null => parameters.get(name) ?? null;
  return {
    type: typeOf(given('type')),
    userId: given('userId'),
    document: documentOf(given('collection'), given('document')),
    from: dateOf('from', given('from'), 'T00:00:00.000Z'),
    to: dateOf('to', given('to'), 'T23:59:59.999Z'),
    page: wholeNumber(given('page') ?? 1, 'page', { from: 1, to: Number.MAX_SAFE_INTEGER }),
    limit: wholeNumber(given('limit') ?? defaultLimit, 'limit', { from: 0, to: maxLimit }),
  };
}

/**
 * `collection` is a slug, or `globals.` and the slug of a global. A collection that no longer exists has
 * entries, too, so any is accepted.
 */
function documentOf(collection: string | null, id: string | null): AuditedDocument | null {
  if (collection === null) {
    if (id !== null) throw inputIssue('document', reason('auditLog.documentAlone'));
    return null;
  }
  return { ...typeNamed(collection), id };
}

function typeOf(text: string | null): AuditType | null {
  if (text === null) return null;
  const found = auditTypes.find((type) => type === text);
  if (found === undefined) throw inputIssue('type', reason('input.notAllowed', { values: auditTypes }));
  return found;
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A plain date means the whole day in UTC. */
function dateOf(name: string, text: string | null, ofDay: string): string | null {
  if (text === null) return null;
  const isPlain = plainDate.test(text);
  const date = isPlain || timestamp.test(text) ? new Date(isPlain ? `${text}${ofDay}` : text) : null;
  // `Date` turns 30 February into 2 March silently.
  const isReal = date !== null && !Number.isNaN(date.getTime()) && isCalendarDay(text.slice(0, 10));
  if (!isReal) throw inputIssue(name, reason('auditLog.notDate'));
  return date.toISOString();
}

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
