import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { MailOptions } from '../../config/mail-options.js';
import { smtpSecurity } from '../../mail/transports/smtp-security.js';
import { oneLine } from '../text/one-line.js';
import { broken, doubtful, type Finding, fine } from './finding.js';

/**
 * Checks whether the mail server accepts mail, and the sender's address. Sends nothing, and never shows the
 * password in a URL.
 */
export async function checkMail({ transport, from }: MailOptions): Promise<readonly Finding[]> {
  if (transport === null) {
    const message = 'no SMTP server: mails become files under .svc/outbox/';
    return [doubtful('mail', message, 'set SVC_SMTP_URL and SVC_MAIL_FROM in production')];
  }
  const sender =
    from === null
      ? [doubtful('sender', 'mails have a placeholder sender', 'set SVC_MAIL_FROM to your own address')]
      : [];
  if (typeof transport !== 'string') {
    return [fine('mail', 'handed to the transport of the config'), ...sender];
  }
  return [await checkServer(transport), ...sender];
}

async function checkServer(url: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? 465 : 587) };
  const place = `${hostname}:${address.port}`;
  try {
    const socket = isSecure
      ? connectSecurely({ ...address, servername: address.host, ...smtpSecurity(url).tls })
      : connect(address);
    const greeting = await firstLine(socket);
    if (greeting.startsWith('220')) return fine('mail', `${place} answers`);
    return broken(
      'mail',
      `${place} is not an SMTP server`,
      'see SVC_SMTP_URL: smtp://user:password@host:port',
    );
  } catch (error) {
    const fix = 'see SVC_SMTP_URL, and check that this machine can reach that port';
    return broken('mail', `${place} does not respond: ${oneLine(error)}`, fix);
  }
}

const connectTimeout = 5000;

/** The server sends the first line (RFC 5321, section 3.1). */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((fulfil, reject) => {
    let text = '';
    const end = (settle: () => void): void => {
      socket.destroy();
      settle();
    };
    socket.setEncoding('utf8');
    socket.setTimeout(connectTimeout, () =>
      end(() => reject(new Error(`nothing within ${connectTimeout / 1000} seconds`))),
    );
    socket.once('error', (error) => end(() => reject(error)));
    socket.once('close', () => fulfil(text));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) end(() => fulfil(text));
    });
  });
}
