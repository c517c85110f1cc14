import type { MailTransport } from './mail-transport.js';
import { nodemailerMessage } from './nodemailer-message.js';

interface Sender {
  sendMail(message: object): unknown;
}

/**
 * Sends through an object of the config, such as a transport of nodemailer or a few lines around a provider's
 * API.
 */
export function createOwnTransport(sender: object): MailTransport {
  if (!canSend(sender)) {
    throw new TypeError('email.transport must have a method sendMail(message) that returns a promise.');
  }
  return {
    isReal: true,
    async send(message, signal) {
      await endedBy(signal, async () => sender.sendMail(nodemailerMessage(message)));
    },
  };
}

function canSend(sender: object): sender is Sender {
  return 'sendMail' in sender && typeof sender.sendMail === 'function';
}

/** Code of the config may never settle. */
async function endedBy(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const { promise: aborted, reject } = rejectable();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([aborted, work()]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function rejectable(): { readonly promise: Promise<never>; reject(reason: unknown): void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { promise, reject };
}
