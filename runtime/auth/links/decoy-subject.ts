import type { Connection } from '../../storage/driver.js';
import type { AuthServices } from '../auth-services.js';

/**
 * Whose token is made when there is nobody to make it for. A call for an unknown address does what one for a known address does, so
 * that the clock does not tell them apart (auth.md, section 6). No user has this id, and the token is given to nobody.
 */
export const decoySubject = 'nobody';

/** Costs about what reading a user and queueing a mail to them does; nothing is mailed. */
export async function pretendMail({ users, links }: AuthServices, connection: Connection): Promise<void> {
  await users.find(connection, decoySubject);
  await links.issue(connection, { purpose: 'verify-email', subject: decoySubject });
}
