import type { AuthServices } from '../auth-services.js';
import { decoySubject, pretendMail } from '../links/decoy-subject.js';
import { allowingMail } from '../registration/mail-allowance.js';
import { mailVerification } from './mail-verification.js';

/** Mails a new verification link, if there is an account that waits for one; costs the same if not. */
export async function resendVerification(auth: AuthServices, email: string): Promise<void> {
  await allowingMail(auth, { purpose: 'verify-email', email }, (mayMail) =>
    auth.driver.briefTransaction(async (connection) => {
      const user = await auth.users.findByEmail(connection, email);
      if (user && !user.emailVerified && mayMail) return mailVerification(auth, connection, user);
      await auth.links.issue(connection, { purpose: 'verify-email', subject: decoySubject });
      await pretendMail(auth, connection);
    }),
  );
}
