import type { ApiRequest, Reply, Service } from '../api.js';
import { authOf } from '../authorize.js';
import { managedUser } from './managed-user.js';
import { messageReply } from './replies.js';

/** `POST /api/users/:id/unlock`: ends the lock of an account before its time. A body means nothing and is not read. */
export async function unlockUser(request: ApiRequest, service: Service): Promise<Reply> {
  const { user } = await managedUser(request, service);
  await authOf(service).lockout.unlock(user.email);
  return messageReply('The account is not locked any more.');
}
