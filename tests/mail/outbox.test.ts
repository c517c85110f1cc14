import { expect, onTestFinished, test, vi } from 'vitest';
import { outbox } from '../../runtime/mail/outbox/capability.js';
import { createOutbox } from '../../runtime/mail/outbox/outbox.js';
import { createSystemTables } from '../../runtime/storage/schema/system-tables.js';
import { onSqliteOnly, openTestDriver } from '../support/test-database.js';
import { ada, day, hour, type MailSetup, minute, secret, setUpMail, token } from './support/mail-setup.js';
import { refusal, type SmtpSink, startSmtpSink } from './support/smtp-sink.js';

async function openSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  return sink;
}

/** A sender that stores the mails it gets, and may fail. */
function createSender(fail: (count: number) => void = () => undefined): {
  readonly sent: { readonly to: { readonly address: string }; readonly text: string }[];
  sendMail(message: { readonly to: { readonly address: string }; readonly text: string }): Promise<void>;
  tries: number;
} {
  return {
    sent: [],
    tries: 0,
    async sendMail(message) {
      this.tries += 1;
      fail(this.tries);
      this.sent.push(message);
    },
  };
}

function neverReachable(): never {
  throw new Error('connect ECONNREFUSED');
}

onSqliteOnly('the bytes of its database file; what the table holds is the same')(
  'while a mail waits, neither its token, its code nor its recipient is in the database file or the log',
  async () => {
    const mail = await setUpMail();
    const queue = mail.queue({ transport: 'smtp://127.0.0.1:1' });
    await mail.enqueue(queue, { kind: 'magicLink', code: 'Q7WK2MXA' });
    await queue.flush();
    expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    const bytes = mail.fileText();
    expect(bytes).toContain('magicLink');
    for (const text of [token, 'Q7WK2MXA', 'ada@example.com', 'Lovelace']) expect(bytes).not.toContain(text);
    expect(JSON.stringify(mail.log)).not.toMatch(new RegExp(`${token}|Q7WK2MXA|ada@|Lovelace`));
  },
);

test('a mail of a transaction that is rolled back is never sent', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  const work = mail.driver.transaction(async (connection) => {
    await queue.enqueue(connection, ada);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  await queue.flush();
  expect(sender.tries).toBe(0);
});

test('a mail of a transaction that is not committed yet is not sent', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  await mail.driver.transaction(async (connection) => {
    await queue.enqueue(connection, ada);
    await queue.flush();
    expect(sender.tries).toBe(0);
  });
  await queue.flush();
  expect(sender.tries).toBe(1);
});

test('a started queue sends soon after the commit, by itself, and forgets what the mail said', async () => {
  const sink = await openSink();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  queue.start();
  onTestFinished(() => queue.stop());
  await mail.enqueue(queue);
  await vi.waitFor(() => expect(sink.mails).toHaveLength(1), 5000);
  await vi.waitFor(
    async () => expect(await mail.rows()).toMatchObject([{ status: 'sent', payload: null }]),
    5000,
  );
});

test('two servers on one database send each mail once', async () => {
  const sink = await openSink();
  const mail = await setUpMail();
  const other = await openTestDriver({ path: `${mail.folder}/data.db` });
  const queues = [mail.queue({ transport: sink.url }), mail.queue({ transport: sink.url, driver: other })];
  for (let i = 0; i < 20; i += 1) await mail.enqueue(mail.queue(), { to: `user-${i}@example.com` });
  await Promise.all(queues.map((queue) => queue.flush()));
  await other.close();
  expect(new Set(sink.recipients.flat()).size).toBe(20);
  expect(sink.mails).toHaveLength(20);
  const rows = await mail.rows();
  expect(rows.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
    Array.from({ length: 20 }, () => ({ status: 'sent', attempts: 1 })),
  );
});

test('what a server had taken when it was killed is sent by another one two minutes later, not before', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  await mail.enqueue(queue);
  // A killed process leaves only a claim.
  const killed = createOutbox(mail.driver);
  for (const row of await killed.due(mail.now(), 10)) await killed.claim(row, mail.now() + 2 * minute);
  await queue.flush();
  mail.pass(2 * minute - 1);
  await queue.flush();
  expect(sender.tries).toBe(0);
  mail.pass(1);
  await queue.flush();
  expect(sender.tries).toBe(1);
  expect(await mail.rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
});

test('attempts come after 1, 5 and 30 minutes, 2 hours, then every 6 hours, and end after a day', async () => {
  const mail = await setUpMail();
  const sender = createSender(neverReachable);
  const queue = mail.queue({ transport: sender });
  await mail.enqueue(queue);
  const start = mail.now();
  const attempts: number[] = [];
  for (;;) {
    await queue.flush();
    attempts.push((mail.now() - start) / minute);
    const [row] = await mail.rows();
    if (row?.['status'] !== 'waiting') break;
    mail.pass(Number(row['dueAt']) - mail.now());
  }
  expect(attempts).toEqual([0, 1, 6, 36, 156, 516, 876, 1236, 1440]);
  expect(sender.tries).toBe(attempts.length);
  expect(await mail.rows()).toMatchObject([{ status: 'failed', payload: null, settledAt: start + day }]);
  expect(mail.log.map(({ level }) => level)).toEqual([...Array.from({ length: 8 }, () => 'warn'), 'error']);
});

test('a mail that was queued under the former secret is sent under the new one', async () => {
  const mail = await setUpMail();
  await mail.enqueue(mail.queue());
  const sender = createSender();
  const now = 'another secret of at least thirty-two bytes';
  await mail
    .queue({ transport: sender, secret: now, previousSecrets: ['an even older one', secret] })
    .flush();
  expect(sender.sent[0]?.text).toContain(ada.link);
});

test('a mail that no secret opens waits for the operator and says what to do', async () => {
  const mail = await setUpMail();
  await mail.enqueue(mail.queue());
  const sender = createSender();
  await mail.queue({ transport: sender, secret: 'another secret of at least thirty-two bytes' }).flush();
  expect(sender.tries).toBe(0);
  expect(mail.log).toMatchObject([
    { level: 'warn', fields: { reason: expect.stringContaining('SVC_PREVIOUS_SECRETS') } },
  ]);
  mail.pass(minute);
  await mail.queue({ transport: sender }).flush();
  expect(sender.tries).toBe(1);
});

test('a sealed mail that is moved to another row does not open', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  await mail.enqueue(queue, { to: 'eve@example.com' });
  await mail.enqueue(queue);
  await mail.driver.run(
    `UPDATE "_svc_outbox" SET "payload" = (SELECT "payload" FROM "_svc_outbox" ORDER BY "id" DESC LIMIT 1)`,
    [],
  );
  await queue.flush();
  expect(sender.sent.map(({ to }) => to.address)).toEqual(['ada@example.com']);
});

test('one mail that hangs does not hold up those that come later', async () => {
  const mail = await setUpMail();
  const { promise: opened, resolve: open } = gate();
  const sent: string[] = [];
  const sender = {
    async sendMail({ to }: { readonly to: { readonly address: string } }) {
      if (to.address === 'slow@example.com') await opened;
      sent.push(to.address);
    },
  };
  const queue = mail.queue({ transport: sender });
  await mail.enqueue(queue, { to: 'slow@example.com' });
  const flushed = queue.flush();
  const flushes: Promise<void>[] = [];
  for (const to of ['one@example.com', 'two@example.com', 'three@example.com']) {
    await mail.enqueue(queue, { to });
    const again = queue.flush();
    await vi.waitFor(() => expect(sent).toContain(to), 5000);
    flushes.push(again);
  }
  open();
  await Promise.all([flushed, ...flushes]);
  expect(sent).toEqual(['one@example.com', 'two@example.com', 'three@example.com', 'slow@example.com']);
});

test('mails that wait together are sent in the order in which they were queued', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  const order = Array.from({ length: 20 }, (_, at) => `user-${at}@example.com`);
  for (const to of order) await mail.enqueue(queue, { to });
  await queue.flush();
  expect(sender.sent.map(({ to }) => to.address)).toEqual(order);
});

test('a thousand mails are sent once each', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  await mail.driver.transaction(async (connection) => {
    for (let i = 0; i < 1000; i += 1)
      await queue.enqueue(connection, { ...ada, to: `user-${i}@example.com` });
  });
  await Promise.all([queue.flush(), queue.flush(), queue.flush()]);
  expect(new Set(sender.sent.map(({ to }) => to.address)).size).toBe(1000);
  expect(sender.tries).toBe(1000);
});

test('a stop lets a mail that is being sent arrive, and begins no other', async () => {
  const mail = await setUpMail();
  const { promise: opened, resolve: open } = gate();
  const sender = {
    tries: 0,
    async sendMail() {
      this.tries += 1;
      await opened;
    },
  };
  const queue = mail.queue({ transport: sender });
  for (let i = 0; i < 6; i += 1) await mail.enqueue(queue);
  const flushed = queue.flush();
  await vi.waitFor(() => expect(sender.tries).toBe(1));
  const stopped = queue.stop();
  open();
  await Promise.all([stopped, flushed]);
  expect(sender.tries).toBe(1);
  expect(await statuses(mail)).toEqual({ sent: 1, waiting: 5 });
});

test('a stop breaks off what takes too long and leaves it to the next server at once', async () => {
  const mail = await setUpMail();
  const queue = mail.queue({ transport: { sendMail: () => new Promise(() => undefined) }, stopTimeout: 10 });
  await mail.enqueue(queue);
  const flushed = queue.flush();
  await queue.stop();
  await flushed;
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', dueAt: mail.now() }]);
  const sender = createSender();
  await mail.queue({ transport: sender }).flush();
  expect(sender.tries).toBe(1);
});

test('a sender of the config that never settles is given up for now', async () => {
  const mail = await setUpMail();
  const queue = mail.queue({
    transport: { sendMail: () => new Promise(() => undefined) },
    attemptTimeout: 10,
  });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1, dueAt: mail.now() + minute }]);
});

test('a sender of the config may refuse a mail for good', async () => {
  const mail = await setUpMail();
  const fail = (): never => {
    throw Object.assign(refusal(550, 'no such user'), { permanent: true });
  };
  const queue = mail.queue({ transport: createSender(fail) });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'failed', attempts: 1 }]);
});

test('a sender of the config that throws at once is tried again', async () => {
  const mail = await setUpMail();
  const queue = mail.queue({ transport: { sendMail: neverReachable } });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
});

test('an object without sendMail is refused at the start', async () => {
  const mail = await setUpMail();
  expect(() => mail.queue({ transport: { send: () => undefined } })).toThrow('sendMail');
});

test('what remains of a mail is removed 30 days after it was sent', async () => {
  const mail = await setUpMail();
  const queue = mail.queue({ transport: createSender() });
  await mail.enqueue(queue);
  await queue.flush();
  mail.pass(30 * day);
  await queue.flush();
  expect(await mail.rows()).toHaveLength(1);
  mail.pass(hour);
  await queue.flush();
  expect(await mail.rows()).toEqual([]);
});

test('a database that cannot be read is logged and does not end the worker', async () => {
  const mail = await setUpMail();
  const sender = createSender();
  const queue = mail.queue({ transport: sender });
  await mail.enqueue(queue);
  await mail.driver.run('ALTER TABLE "_svc_outbox" RENAME TO "away"', []);
  queue.start();
  onTestFinished(() => queue.stop());
  await vi.waitFor(() => expect(mail.log.map(({ level }) => level)).toContain('error'), 5000);
  await mail.driver.run('ALTER TABLE "away" RENAME TO "_svc_outbox"', []);
  await queue.flush();
  expect(sender.tries).toBe(1);
});

test('a mail that was sent while the database went away is not sent again', async () => {
  const mail = await setUpMail();
  const sender = {
    tries: 0,
    async sendMail() {
      this.tries += 1;
      await mail.driver.run('ALTER TABLE "_svc_outbox" RENAME TO "away"', []);
    },
  };
  const queue = mail.queue({ transport: sender });
  await mail.enqueue(queue);
  await expect(queue.flush()).rejects.toThrow('_svc_outbox');
  await mail.driver.run('ALTER TABLE "away" RENAME TO "_svc_outbox"', []);
  mail.pass(2 * minute);
  await queue.flush();
  expect(sender.tries).toBe(1);
  expect(await mail.rows()).toMatchObject([{ status: 'sent', payload: null }]);
});

test('making the tables twice does nothing', async () => {
  const mail = await setUpMail();
  await mail.enqueue(mail.queue());
  await mail.driver.schemaChange((connection) => createSystemTables(connection, outbox.tables));
  expect(await mail.rows()).toHaveLength(1);
});

function gate(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function statuses(mail: MailSetup): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await mail.rows()) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return counts;
}
