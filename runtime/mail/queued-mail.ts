import { parseUrl } from '../util/parse-url.js';
import type { QueuedMail } from './mail-queue.js';

/** The text that is encrypted in the outbox. The kind has a column of its own. */
export function packMail({ to, userName, link, code }: QueuedMail): string {
  return JSON.stringify({ to, userName, link, code });
}

/** Undoes {@link packMail}; the cipher authenticates the text. */
export function unpackMail(kind: QueuedMail['kind'], text: string): QueuedMail {
  return { ...(JSON.parse(text) as Omit<QueuedMail, 'kind'>), kind };
}

/**
 * Refuses unsafe values for a header or a link. Callers have checked addresses and made links already: this
 * throws on their errors.
 */
export function assertMail({ kind, to, link }: QueuedMail): void {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to)) {
    throw new Error(`The mail ${kind} has no usable address.`);
  }
  if (!/^https?:$/.test(protocolOf(link)))
    throw new Error(`The link of the mail ${kind} is not http or https.`);
}

function protocolOf(link: string): string {
  return parseUrl(link)?.protocol ?? '';
}

/** The texts of a mail that a log must not show. */
export function secretsOf({ link, code, to, userName }: QueuedMail): readonly string[] {
  const secrets = [link, ...new URL(link).searchParams.values(), code ?? '', to, userName];
  // Hiding one letter everywhere would hide the reason.
  return secrets.filter((each) => each.length > 2);
}
