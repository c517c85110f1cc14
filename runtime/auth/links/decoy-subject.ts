import type { Connection } from '../../storage/driver.js';
import type { AuthServices } from '../auth-services.js';

/**
 * The subject of a token when no user has the address. A call for an unknown address does the same work as
 * for a known one, so that timing does not tell them apart (docs/spec/auth.md#promises). No user has this id,
 * and the token is never sent.
 */
export const decoySubject = 'nobody';

/** Costs about what reading a user and queueing a mail to them does; nothing is mailed. */
export async function pretendMail({ users, links }: AuthServices, connection: Connection): Promise<void> {
  await users.find(connection, decoySubject);
  await links.issue(connection, { purpose: 'verify-email', subject: decoySubject });
}
