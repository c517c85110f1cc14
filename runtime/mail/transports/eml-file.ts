import { createHash } from 'node:crypto';
import type { MailMessage } from './mail-transport.js';

/**
 * A mail as a file (RFC 5322, in UTF-8 as of RFC 6532) that nothing is encoded in: the text with its link
 * comes first.
 */
export function emlFile(message: MailMessage): string {
  const { messageId, date, from, to, subject, html, text } = message;
  const boundary = `svc-${createHash('sha256').update(messageId).digest('hex').slice(0, 24)}`;
  const name = to.name === '' || to.name === to.address ? '' : `"${to.name.replace(/["\\]/g, '\\$&')}" `;
  return [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(name)}<${oneLine(to.address)}>`,
    `Subject: ${oneLine(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part(boundary, 'text/plain', text),
    ...part(boundary, 'text/html', html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

function part(boundary: string, type: string, content: string): readonly string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    content,
    '',
  ];
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
