import { expect, onTestFinished, test } from 'vitest';
import { ada, minute, setUpMail, token } from './support/mail-setup.js';
import { startSmtpSink } from './support/smtp-sink.js';

test('a queued mail reaches the server with sender, recipient, both parts and headers of a machine', async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  await mail.enqueue(queue);
  await queue.flush();
  expect(sink.mails).toHaveLength(1);
  const [got] = sink.mails;
  expect(got?.from?.value).toEqual([{ name: 'svc', address: 'no-reply@cms.example.com' }]);
  expect(got?.to).toMatchObject({ value: [{ name: 'Ada Lovelace', address: 'ada@example.com' }] });
  expect(got?.subject).toBe('Reset your password for cms.example.com');
  expect(got?.text).toContain(`\n${ada.link}\n`);
  expect(got?.html).toContain(`href="${ada.link}"`);
  expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
  const [row] = await mail.rows();
  expect(got?.messageId).toBe(`<${String(row?.['id'])}@cms.example.com>`);
  expect(row).toMatchObject({ kind: 'resetPassword', status: 'sent', payload: null, attempts: 1 });
});

test('while a mail waits, neither its token nor its recipient is in the database file', async () => {
  const mail = await setUpMail();
  const queue = mail.queue({ transport: 'smtp://127.0.0.1:1' });
  await mail.enqueue(queue, { kind: 'magicLink', code: 'Q7WK2MXA' });
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', dueAt: mail.now() + minute }]);
  const bytes = mail.fileText();
  expect(bytes).toContain('magicLink');
  for (const text of [token, 'Q7WK2MXA', 'ada@example.com', 'Lovelace']) expect(bytes).not.toContain(text);
  expect(JSON.stringify(mail.log)).not.toMatch(new RegExp(`${token}|Q7WK2MXA|ada@|Lovelace`));
});
