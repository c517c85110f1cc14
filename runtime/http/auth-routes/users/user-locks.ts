import { roleRanks } from '../../../config/roles.js';
import { reason } from '../../../errors/reasons/reason.js';
import { echo, inputIssue } from '../../../fields/input-issue.js';
import { parseQueryString } from '../../../query/parse/query-string.js';
import { isDocumentId } from '../../../util/ids.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { authOf, authorizeUser } from '../../security/authorize.js';
import { jsonReply, messageReply, noStore } from '../replies.js';
import { standsOver } from './manage-rule.js';
import { managedUser } from './managed-user.js';

/** At most a page of users: each costs a lookup of the counters. */
const maxUsers = 100;

interface LockedUser {
  readonly userId: string;
  readonly lockedUntil: string;
}

/**
 * `GET /api/users/locks?ids=`: which of these users cannot log in now after failed logins. Only users whom
 * the requester may unlock are in the response; others are omitted like those who are not locked.
 */
export async function listUserLocks(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
  const { users, driver, roles, lockout } = authOf(service);

  async function lockOf(id: string): Promise<readonly LockedUser[]> {
    const user = await users.find(driver, id);
    if (user === null || !standsOver(requester, user.role, roles)) return [];
    const until = await lockout.lockedUntil(user.email);
    return until === null ? [] : [{ userId: id, lockedUntil: new Date(until).toISOString() }];
  }

  const locks = await Promise.all(parseIds(request.search).map(lockOf));
  return { ...jsonReply(200, { locks: locks.flat() }), headers: noStore };
}

function parseIds(search: string): readonly string[] {
  const parameters = parseQueryString(search);
  for (const name of parameters.keys()) {
    if (name !== 'ids') throw inputIssue(echo(name), reason('parameter.unknown', { known: ['ids'] }));
  }
  const text = parameters.get('ids') ?? '';
  if (text === '') throw inputIssue('ids', reason('userLocks.idsRequired'));
  const ids = [...new Set(text.split(','))];
  if (ids.length > maxUsers) throw inputIssue('ids', reason('userLocks.tooManyIds', { max: maxUsers }));
  const wrong = ids.find((id) => !isDocumentId(id));
  if (wrong !== undefined) throw inputIssue('ids', reason('userLocks.notUserId', { id: echo(wrong) }));
  return ids;
}

/** `POST /api/users/:id/unlock`: ends the lock of an account early. A body is not read. */
export async function unlockUser(request: ApiRequest, service: Service): Promise<Reply> {
  const { requester, user } = await managedUser(request, service);
  const { lockout, audit, driver } = authOf(service);
  await lockout.unlock(user.email);
  await audit.record(driver, {
    ...{ type: 'user.unlocked', outcome: 'success', userId: user.id, actorId: requester.user.id },
    ...{ sessionId: requester.session.id, origin: request.origin },
  });
  return messageReply('The account is not locked any more.');
}
