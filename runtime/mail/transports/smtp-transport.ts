import type { Transporter } from 'nodemailer';
import { loadOnce } from '../load-once.js';
import type { MailTransport } from './mail-transport.js';
import { nodemailerMessage } from './nodemailer-message.js';
import { smtpSecurity } from './smtp-security.js';

/** Milliseconds. All together stay below the lease of a mail. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;

/**
 * Sends by SMTP. `smtps:` is TLS from the start; `smtp:` switches to TLS where the server can, and must where
 * a password is sent to another machine. A query may set what nodemailer knows, such as `?requireTLS=false`.
 */
export function createSmtpTransport(url: string): MailTransport {
  const transporter = loadOnce(() => connect(url));
  return {
    isReal: true,
    async send(message, signal) {
      await (await transporter()).sendMail({ ...nodemailerMessage(message), signal });
    },
  };
}

/** Makes the transporter; it connects for each mail. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...timeouts, ...smtpSecurity(url) });
}
