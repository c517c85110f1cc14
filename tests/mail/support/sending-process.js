// Sends the mails that are due, until it is killed or done. Usage:
// node sending-process.js <database URL> <SMTP address> <secret> <milliseconds since 1970>
import { createMailQueue } from '../../../dist/runtime/mail/create-mail-queue.js';
import { createPostgresDriver } from '../../../dist/runtime/storage/dialects/postgres/postgres-driver.js';
import { createSqliteDriver } from '../../../dist/runtime/storage/dialects/sqlite/sqlite-driver.js';

const [, , url, transport, secret, now] = process.argv;
const driver = url.startsWith('file:')
  ? await createSqliteDriver({ path: url.slice('file:'.length) })
  : await createPostgresDriver({ url });
const queue = createMailQueue({
  driver,
  options: { from: null, transport, templates: {}, logoUrls: {} },
  secret,
  baseUrl: 'https://cms.example.com',
  clock: () => Number(now),
  log: console,
  outboxFolder: 'unused',
});
await queue.flush();
await driver.close();
