import type { AuthServices } from '../auth-services.js';
import { decoySubject, pretendMail } from '../links/decoy-subject.js';
import { linkAddress } from '../links/link-address.js';
import { createMagicCodes } from '../links/magic-code.js';
import { allowingMail } from '../registration/mail-allowance.js';

export interface MagicLinkRequest {
  readonly email: string;
  /** Where the sign-in leads; checked. */
  readonly redirectTo: string | null;
  /** What the browser that asks keeps in a cookie: the code is good only there, the link anywhere. */
  readonly browserSecret: string;
}

/**
 * Mails a link and a code to an existing account; never creates an account. Costs the same for an unknown
 * address.
 */
export async function requestMagicLink(
  auth: AuthServices,
  { email, redirectTo, browserSecret }: MagicLinkRequest,
): Promise<void> {
  const { driver, users, links, mail, options } = auth;
  const codes = createMagicCodes(auth);
  await allowingMail(auth, { purpose: 'magic-link', email }, (mayMail) =>
    driver.briefTransaction(async (connection) => {
      const user = mayMail ? await users.findByEmail(connection, email) : null;
      const subject = user?.id ?? decoySubject;
      const { token } = await links.issue(connection, {
        purpose: 'magic-link',
        subject,
        ...(redirectTo !== null && { extra: { redirectTo } }),
      });
      const code = await codes.issueCode(connection, { subject, browserSecret });
      if (!user) return pretendMail(auth, connection);
      await mail.enqueue(connection, {
        kind: 'magicLink',
        to: user.email,
        userName: user.name ?? user.email,
        link: linkAddress(options, 'magicLink', { token, redirectTo }),
        code,
      });
    }),
  );
}
