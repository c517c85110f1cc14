import type { ApiRequest, Reply, Service } from '../api.js';
import { authOf } from '../security/authorize.js';
import { managedUser } from './managed-user.js';
import { messageReply } from './replies.js';

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
