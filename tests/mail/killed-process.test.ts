import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { minute, secret, setUpMail } from './support/mail-setup.js';
import { startSmtpSink } from './support/smtp-sink.js';

test('a mail whose process is killed while it sends is sent by another process when the lease has ended', async () => {
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  // Accepts the recipient and never responds.
  const stuck = await startSmtpSink({ onRcptTo: () => reached() });
  const sink = await startSmtpSink();
  const mail = await setUpMail();
  await mail.enqueue(mail.queue());

  const script = join(import.meta.dirname, 'support/sending-process.js');
  const child = spawn(process.execPath, [script, mail.databaseUrl, stuck.url, secret, String(mail.now())], {
    stdio: 'inherit',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await Promise.all([stuck.close(), sink.close()]);
  });
  const ended = once(child, 'exit');
  await isReached;
  child.kill('SIGKILL');
  await ended;

  const queue = mail.queue({ transport: sink.url });
  await queue.flush();
  expect(await mail.rows()).toMatchObject([
    { status: 'waiting', attempts: 1, dueAt: mail.now() + 2 * minute },
  ]);
  mail.pass(2 * minute);
  await queue.flush();
  expect(sink.mails).toHaveLength(1);
  expect(await mail.rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
});
