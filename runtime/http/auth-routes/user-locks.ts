import { roleRanks } from '../../config/roles.js';
import { echo, inputFault } from '../../fields/input-fault.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { authOf, authorizeUser } from '../authorize.js';
import { jsonReply, noStore } from './replies.js';
import { standsOver } from './users/manage-rule.js';

/** A page of users, and no more: every one costs a look into the counters. */
const mostUsers = 100;

interface LockedUser {
  readonly userId: string;
  readonly lockedUntil: string;
}

/**
 * `GET /api/users/locks?ids=`: which of some users cannot log in for now after failed logins. Only users whom the requester may
 * unlock are in the answer; others are left out like those who are not locked.
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
    if (name !== 'ids') throw inputFault(echo(name), 'unknown parameter; there is ids');
  }
  const text = parameters.get('ids') ?? '';
  if (text === '') throw inputFault('ids', 'is required: ids of users, separated by commas');
  const ids = [...new Set(text.split(','))];
  if (ids.length > mostUsers) throw inputFault('ids', `must name at most ${mostUsers} users`);
  const wrong = ids.find((id) => !isDocumentId(id));
  if (wrong !== undefined) throw inputFault('ids', `${JSON.stringify(echo(wrong))} is not the id of a user`);
  return ids;
}
