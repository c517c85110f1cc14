import type { AuthServices } from '../auth-services.js';

/** What a verification link is good for: used, it still tells its owner that all is well. */
export type VerificationState = 'open' | 'verified' | 'invalid';

/** Looks at a mailed token without using it. */
export async function lookAtVerification(
  { driver, links, users }: AuthServices,
  token: string,
): Promise<VerificationState> {
  const subject = await links.subjectOf(driver, 'verify-email', token);
  const user = subject === null ? null : await users.find(driver, subject);
  if (!user) return 'invalid';
  if (user.emailVerified) return 'verified';
  return (await links.peek(driver, 'verify-email', token)) ? 'open' : 'invalid';
}
