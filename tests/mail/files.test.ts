import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { ada, type MailSetup, setUpMail, token } from './support/mail-setup.js';

function files(mail: MailSetup): readonly { readonly name: string; readonly text: string }[] {
  const folder = join(mail.folder, 'outbox');
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

test('without an SMTP server a mail becomes a file that its owner alone can read, with the link in the clear', async () => {
  const mail = await setUpMail();
  const queue = mail.queue();
  await mail.enqueue(queue);
  await queue.flush();
  const [file] = files(mail);
  expect(file?.name).toMatch(/^2026-11-21T15-04-18\.123Z-resetPassword-[0-9a-f]{8}\.eml$/);
  const folder = join(mail.folder, 'outbox');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, file?.name ?? '')).mode & 0o777).toBe(0o600);
  const lines = file?.text.split('\n') ?? [];
  expect(lines).toContain(ada.link);
  expect(lines.indexOf(ada.link), 'near the top').toBeLessThan(25);
});

test('the file opens in a mail program: headers and both parts are whole', async () => {
  const mail = await setUpMail();
  const queue = mail.queue();
  await mail.enqueue(queue, { userName: '"Ada", 李 <b>\r\nBcc: eve@example.com' });
  await queue.flush();
  const parsed = await simpleParser(files(mail)[0]?.text ?? '');
  expect(parsed.subject).toBe('Reset your password for cms.example.com');
  expect(parsed.from).toMatchObject({ value: [{ name: 'svc', address: 'no-reply@cms.example.com' }] });
  expect(parsed.to).toMatchObject({
    value: [{ name: '"Ada", 李 <b> Bcc: eve@example.\u200bcom', address: 'ada@example.com' }],
  });
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.date?.toISOString()).toBe('2026-11-21T15:04:18.000Z');
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
  expect(parsed.text).toContain(ada.link);
  expect(parsed.html).toContain(`href="${ada.link}"`);
});

test('a log line names the file, and neither the link nor the recipient', async () => {
  const mail = await setUpMail();
  const queue = mail.queue();
  await mail.enqueue(queue);
  await queue.flush();
  const file = join(mail.folder, 'outbox', files(mail)[0]?.name ?? '');
  expect(mail.log).toEqual([
    {
      level: 'info',
      fields: { kind: 'resetPassword', file },
      message: `No SMTP server is set: the mail resetPassword is in ${file}`,
    },
  ]);
  expect(JSON.stringify(mail.log)).not.toMatch(new RegExp(`${token}|ada@`));
});

test('names of files sort by the time of their mails', async () => {
  const mail = await setUpMail();
  const queue = mail.queue();
  for (const kind of ['welcome', 'accountLocked', 'verifyEmail'] as const) {
    await mail.enqueue(queue, { kind });
    mail.pass(7);
  }
  await queue.flush();
  expect(files(mail).map(({ name }) => name.split('Z-')[1]?.split('-')[0])).toEqual([
    'welcome',
    'accountLocked',
    'verifyEmail',
  ]);
});

test('a server on the internet that writes files says so when it starts; one on this machine does not', async () => {
  const mail = await setUpMail();
  const queues = [mail.queue(), mail.queue({ baseUrl: 'http://localhost:3000' })];
  for (const queue of queues) {
    queue.start();
    await queue.stop();
  }
  expect(mail.log).toMatchObject([{ level: 'warn', message: expect.stringContaining('SVC_SMTP_URL') }]);
});
