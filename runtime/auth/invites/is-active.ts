import type { AuthServices } from '../auth-services.js';
import type { UserRecord } from '../users/user-store.js';

/**
 * Whether somebody uses this account. One whose email nobody has verified may have been made by a stranger, to sit on the address:
 * it must not keep its owner from being invited.
 */
export function isActive({ options }: AuthServices, user: UserRecord): boolean {
  return user.emailVerified || !options.emailVerification;
}
