import { reason } from '../../errors/reasons/reason.js';
import { badInput } from '../../errors/service-error.js';
import type { Passwords } from './passwords.js';

export interface NewPassword {
  readonly password: string;
  /** Its key in the body. */
  readonly path: string;
  /** Of whom it shall protect; the password must not be its local part. */
  readonly email: string | null;
}

/** @throws ServiceError BAD_USER_INPUT that names every rule which the password fails, never the password. */
export function checkNewPassword(passwords: Passwords, { password, path, email }: NewPassword): void {
  const details = passwords.check(password, path, email);
  if (details.length === 0) return;
  throw badInput(reason('password.weak'), details);
}
