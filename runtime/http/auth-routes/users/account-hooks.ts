import type { MakeAccountHooks } from '../../../auth/users/account-flow.js';
import type { ApiRequest, Service } from '../../api.js';

/** The hooks of users for accounts that a request writes without being a write of users. */
export function accountHooks(request: ApiRequest, { operations }: Service): MakeAccountHooks {
  return () => operations.users?.hooksFor(request.context) ?? null;
}
