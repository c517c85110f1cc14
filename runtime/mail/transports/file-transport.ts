import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailLog } from '../mail-log.js';
import { emlFile } from './eml-file.js';
import type { MailTransport } from './mail-transport.js';

/** The files hold links that open accounts. */
const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;

/**
 * Writes each mail as a file that people, mail programs and tests can read: the way out where no SMTP server
 * is set.
 */
export function createFileTransport(folder: string, log: MailLog): MailTransport {
  return {
    isReal: false,
    async send(message) {
      const time = message.date.toISOString().replaceAll(':', '-');
      const mark = message.messageId.replace(/@.*$/s, '').replace(/\W/g, '').slice(-8);
      const file = join(folder, `${time}-${message.kind}-${mark}.eml`);
      await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
      // A watcher of the folder sees complete files only.
      const unfinished = join(folder, `.${process.pid}-${mark}.tmp`);
      await writeFile(unfinished, emlFile(message), { mode: ownerOnlyFile });
      await rename(unfinished, file);
      log.info({ kind: message.kind, file }, `No SMTP server is set: the mail ${message.kind} is in ${file}`);
    },
  };
}
