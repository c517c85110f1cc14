import { createServer } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { ada, minute, setUpMail } from './support/mail-setup.js';
import { refusal, type SmtpSink, startSmtpSink } from './support/smtp-sink.js';

type SinkOptions = Parameters<typeof startSmtpSink>[0];

async function sinkWith(options?: SinkOptions): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  onTestFinished(() => sink.close());
  return sink;
}

test('a queued mail reaches the server with sender, recipient, both parts and the headers of a machine', async () => {
  const sink = await sinkWith();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  await mail.enqueue(queue);
  await queue.flush();
  expect(sink.mails).toHaveLength(1);
  const [got] = sink.mails;
  expect(got?.from?.value).toEqual([{ name: 'svc', address: 'no-reply@cms.example.com' }]);
  expect(got?.to).toMatchObject({ value: [{ name: 'Ada Lovelace', address: 'ada@example.com' }] });
  expect(got?.subject).toBe('Reset your password for cms.example.com');
  expect(got?.date?.toISOString()).toBe('2026-11-21T15:04:18.000Z');
  expect(got?.text).toContain(`\n${ada.link}\n`);
  expect(got?.html).toContain(`href="${ada.link}"`);
  expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
  const [row] = await mail.rows();
  expect(got?.messageId).toBe(`<${String(row?.['id'])}@cms.example.com>`);
  expect(row).toMatchObject({ kind: 'resetPassword', status: 'sent', payload: null, attempts: 1 });
});

test.each([
  { name: 'Eve\r\nBcc: victim@example.com\r\n\r\nhello', shown: 'Eve Bcc: victim@example.\u200bcom hello' },
  {
    name: 'Lovelace, Ada "The Count" <eve@example.com>',
    shown: 'Lovelace, Ada "The Count" <eve@example.\u200bcom>',
  },
  { name: '🧮 Åda 李', shown: '🧮 Åda 李' },
  { name: `${'x'.repeat(500)}`, shown: `${'x'.repeat(79)}…` },
])('the name $name adds neither a recipient nor a header', async ({ name, shown }) => {
  const sink = await sinkWith();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  await mail.enqueue(queue, { userName: name });
  await queue.flush();
  const [got] = sink.mails;
  expect(got?.to).toMatchObject({ value: [{ name: shown, address: 'ada@example.com' }] });
  expect(got?.bcc).toBeUndefined();
  expect(got?.cc).toBeUndefined();
  expect(sink.recipients).toEqual([['ada@example.com']]);
});

test.each([
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com, eve@example.com',
  'Ada <ada@example.com>',
  'ada',
])('a mail to %j is refused before it is stored', async (to) => {
  const mail = await setUpMail();
  const queue = mail.queue();
  await expect(mail.enqueue(queue, { to })).rejects.toThrow('no usable address');
  expect(await mail.rows()).toEqual([]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/admin/login', ''])(
  'a mail with the link %j is refused before it is stored',
  async (link) => {
    const mail = await setUpMail();
    await expect(mail.enqueue(mail.queue(), { link })).rejects.toThrow('not http or https');
    expect(await mail.rows()).toEqual([]);
  },
);

test('user and password of the address log in over TLS, percent encoding undone', async () => {
  const seen: { username: unknown; password: unknown; secure: boolean }[] = [];
  const sink = await sinkWith({
    authOptional: false,
    onAuth({ username, password }, session: SMTPServerSession, done) {
      seen.push({ username, password, secure: session.secure });
      done(null, { user: username });
    },
  });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: `smtp://mailer%40acme:p%40ss%2Fword@127.0.0.1:${sink.port}` });
  await mail.enqueue(queue);
  await queue.flush();
  expect(seen).toEqual([{ username: 'mailer@acme', password: 'p@ss/word', secure: true }]);
  expect(sink.mails).toHaveLength(1);
});

test('a server on this machine without TLS works too', async () => {
  const sink = await sinkWith({ hideSTARTTLS: true, disabledCommands: ['STARTTLS', 'AUTH'] });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: `smtp://user:password@127.0.0.1:${sink.port}` });
  await mail.enqueue(queue);
  await queue.flush();
  expect(sink.mails).toHaveLength(1);
});

test('smtps is TLS from the first byte', async () => {
  const sink = await sinkWith({ secure: true });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: `smtps://localhost:${sink.port}` });
  await mail.enqueue(queue);
  await queue.flush();
  expect(sink.mails).toHaveLength(1);
});

test.each([
  { baseUrl: 'http://localhost:3000', address: 'no-reply@localhost', site: 'localhost:3000' },
  { baseUrl: 'http://127.0.0.1:3000', address: 'no-reply@[127.0.0.1]', site: '127.0.0.1:3000' },
  { baseUrl: 'http://[::1]:3000', address: 'no-reply@[IPv6:::1]', site: '[::1]:3000' },
])('the sender of $baseUrl is $address', async ({ baseUrl, address, site }) => {
  const sink = await sinkWith();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url, baseUrl });
  await mail.enqueue(queue, { kind: 'welcome' });
  await queue.flush();
  expect(mail.log).toEqual([]);
  expect(sink.senders).toEqual([address]);
  expect(sink.mails[0]?.subject).toBe(`Welcome to ${site}`);
});

test('a service with a name is called by it, not by its host', async () => {
  const sink = await sinkWith();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url, site: 'Søren "the" Baker, Inc.' });
  await mail.enqueue(queue, { kind: 'welcome' });
  await queue.flush();
  const [got] = sink.mails;
  expect(got?.from?.value).toEqual([
    { name: 'Søren "the" Baker, Inc.', address: 'no-reply@cms.example.com' },
  ]);
  expect(got?.subject).toBe('Welcome to Søren "the" Baker, Inc.');
});

test('the sender of the config is the sender of the mail', async () => {
  const sink = await sinkWith();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url, from: 'Acme, Inc. <news@acme.example>' });
  await mail.enqueue(queue);
  await queue.flush();
  expect(sink.senders).toEqual(['news@acme.example']);
});

test('a server that is down gets the mail when it is up again', async () => {
  const first = await startSmtpSink();
  await first.close();
  const mail = await setUpMail();
  const queue = mail.queue({ transport: first.url });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1, dueAt: mail.now() + minute }]);
  expect(mail.log).toMatchObject([
    { level: 'warn', fields: { kind: 'resetPassword', attempts: 1, code: 'ESOCKET' } },
  ]);

  const again = await startSmtpSink({}, first.port);
  onTestFinished(() => again.close());
  await queue.flush();
  expect(again.mails, 'not before its time').toHaveLength(0);
  mail.pass(minute);
  await queue.flush();
  expect(again.mails).toHaveLength(1);
  expect(await mail.rows()).toMatchObject([{ status: 'sent', attempts: 2, settledAt: mail.now() }]);
});

test('a server that takes the connection and says nothing holds the mail up, not for ever', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const mail = await setUpMail();
  const queue = mail.queue({ transport: `smtp://127.0.0.1:${port}`, attemptTimeout: 100 });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1, dueAt: mail.now() + minute }]);
});

test('a refusal for now (4xx) is tried again', async () => {
  let busy = true;
  const sink = await sinkWith({
    onRcptTo: (_address, _session, done) => done(busy ? refusal(451, 'Greylisted, try later') : null),
  });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  busy = false;
  mail.pass(minute);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
});

test('a recipient that the server refuses for good (5xx) is given up at once, without naming it in the log', async () => {
  const sink = await sinkWith({
    onRcptTo: ({ address }, _session, done) => done(refusal(550, `No such user <${address}> here`)),
  });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([
    { status: 'failed', attempts: 1, payload: null, settledAt: mail.now() },
  ]);
  const [line] = mail.log;
  expect(mail.log).toHaveLength(1);
  expect(line?.level).toBe('error');
  expect(line?.fields).toMatchObject({ kind: 'resetPassword', responseCode: 550, command: 'RCPT TO' });
  expect(JSON.stringify(line)).not.toContain('ada@');
});

test('a refused login (535) is the operator’s to mend: the mail waits', async () => {
  const sink = await sinkWith({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(refusal(535, 'Authentication failed')),
  });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: `smtp://user:wrong-password@127.0.0.1:${sink.port}` });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  expect(JSON.stringify(mail.log)).not.toContain('wrong-password');
});

test('contents that the server refuses for good are given up, and what it quotes of them is not logged', async () => {
  const sink = await sinkWith({
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(refusal(554, `Blocked: ${ada.link} for ada@example.com`)));
    },
  });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: sink.url });
  await mail.enqueue(queue);
  await queue.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'failed', attempts: 1 }]);
  expect(mail.log[0]?.fields).toMatchObject({
    reason: expect.stringMatching(/Blocked: \[hidden\] for \[hidden\]/),
  });
});

test('where TLS is required and the server has none, the password is not sent', async () => {
  const logins: unknown[] = [];
  const sink = await sinkWith({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      logins.push(auth);
      done(null, { user: 'user' });
    },
  });
  const mail = await setUpMail();
  const queue = mail.queue({ transport: `smtp://user:password@127.0.0.1:${sink.port}?requireTLS=true` });
  await mail.enqueue(queue);
  await queue.flush();
  expect(logins).toEqual([]);
  expect(await mail.rows()).toMatchObject([{ status: 'waiting' }]);
  expect(mail.log).toMatchObject([{ level: 'warn', fields: { code: 'ETLS' } }]);
});

test('a server that holds the line of a reply open ends the attempt, not the worker', async () => {
  const sink = await sinkWith({ onMailFrom: () => undefined });
  const other = await sinkWith();
  const mail = await setUpMail();
  const stuck = mail.queue({ transport: sink.url, attemptTimeout: 200 });
  await mail.enqueue(stuck);
  await stuck.flush();
  expect(await mail.rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  mail.pass(minute);
  await mail.queue({ transport: other.url }).flush();
  expect(other.mails).toHaveLength(1);
});
