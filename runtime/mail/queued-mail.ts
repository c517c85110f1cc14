import type { QueuedMail } from './mail-queue.js';

/** What is sealed in the outbox. The kind stands in a column of its own. */
export function packMail({ to, userName, link, code }: QueuedMail): string {
  return JSON.stringify({ to, userName, link, code });
}

/** Undoes {@link packMail}; the cipher vouches for the text. */
export function unpackMail(kind: QueuedMail['kind'], text: string): QueuedMail {
  return { ...(JSON.parse(text) as Omit<QueuedMail, 'kind'>), kind };
}

/**
 * Refuses what must not get into a header or behind a button. Callers have checked addresses and made links already: this throws
 * for faults of theirs.
 */
export function assertMail({ kind, to, link }: QueuedMail): void {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to)) {
    throw new Error(`The mail ${kind} has no usable address.`);
  }
  if (!/^https?:$/.test(protocolOf(link)))
    throw new Error(`The link of the mail ${kind} is not http or https.`);
}

function protocolOf(link: string): string {
  return URL.canParse(link) ? new URL(link).protocol : '';
}

/** What a log must not show of a mail. */
export function secretsOf({ link, code, to, userName }: QueuedMail): readonly string[] {
  const secrets = [link, ...new URL(link).searchParams.values(), code ?? '', to, userName];
  // Hiding one letter everywhere would hide the reason.
  return secrets.filter((each) => each.length > 2);
}
