import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from './mail-transport.js';

/**
 * A message in nodemailer's words. The recipient is an object, never text: a name cannot become a second
 * address. Nodemailer encodes header values; contents can name neither files nor addresses to fetch.
 */
export function nodemailerMessage(message: MailMessage): SendMailOptions {
  const { messageId, date, from, to, subject, html, text } = message;
  return {
    messageId,
    date,
    from,
    to: { name: to.name, address: to.address },
    subject,
    html,
    text,
    // RFC 3834, section 5: no out-of-office answers; the second is Exchange's word for it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
