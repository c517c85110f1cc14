import type { Transporter } from 'nodemailer';
import type { MailTransport } from './mail-transport.js';
import { nodemailerMessage } from './nodemailer-message.js';

/** Milliseconds. All together stay below the lease of a mail. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;

/**
 * Sends by SMTP. `smtps:` is TLS from the start; `smtp:` switches to TLS where the server can, and must where a password is sent to
 * another machine. A query may set what nodemailer knows, such as `?requireTLS=false`.
 */
export function createSmtpTransport(url: string): MailTransport {
  let transporter: Promise<Transporter> | null = null;
  return {
    isReal: true,
    async send(message, signal) {
      transporter ??= connect(url);
      await (await transporter).sendMail({ ...nodemailerMessage(message), signal });
    },
  };
}

async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...timeouts, ...securityOf(new URL(url)) });
}

interface Security {
  readonly requireTLS?: boolean;
  readonly opportunisticTLS?: boolean;
  readonly tls?: { readonly rejectUnauthorized: boolean };
}

function securityOf({ hostname, username, password }: URL): Security {
  // Nobody stands between this machine and itself, and test servers have certificates of their own making.
  if (isLoopback(hostname)) return { opportunisticTLS: true, tls: { rejectUnauthorized: false } };
  // RFC 8314, section 3.3: a password does not travel in the clear.
  return username === '' && password === '' ? {} : { requireTLS: true };
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
