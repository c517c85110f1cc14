import { isLoopbackName } from '../../util/loopback-name.js';

/** What a connection asks of TLS, in nodemailer's words; a query in the address wins over it. */
export interface SmtpSecurity {
  readonly requireTLS?: boolean;
  readonly opportunisticTLS?: boolean;
  readonly tls?: { readonly rejectUnauthorized: boolean };
}

/** Decides by the address of the server; `smtps:` is TLS from the start whatever this says. */
export function smtpSecurity(url: string): SmtpSecurity {
  const { hostname, username, password } = new URL(url);
  // Loopback traffic does not leave the machine, and test servers have certificates of their own making.
  if (isLoopbackName(hostname)) return { opportunisticTLS: true, tls: { rejectUnauthorized: false } };
  // RFC 8314, section 3.3: a password does not travel in the clear.
  return username === '' && password === '' ? {} : { requireTLS: true };
}
