import type { AuthServices } from '../auth-services.js';

/** State of a verification link. One that was used is `verified`, so that its owner sees that it worked. */
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
