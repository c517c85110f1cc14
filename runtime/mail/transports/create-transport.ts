import type { MailLog } from '../mail-log.js';
import { concealed, secretsOfTransport } from './concealed-transport.js';
import { createFileTransport } from './file-transport.js';
import type { MailTransport } from './mail-transport.js';
import { createOwnTransport } from './own-transport.js';
import { createSmtpTransport } from './smtp-transport.js';

/** The transport that the options ask for. Opens nothing yet. */
export function createTransport(
  transport: string | object | null,
  files: { readonly folder: string; readonly log: MailLog },
): MailTransport {
  if (transport === null) return createFileTransport(files.folder, files.log);
  const real = typeof transport === 'string' ? createSmtpTransport(transport) : createOwnTransport(transport);
  return concealed(real, secretsOfTransport(transport));
}
