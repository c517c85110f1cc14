import { expect, test } from 'vitest';
import type { MailTemplateName } from '../../runtime/config/email-config.js';
import type { MailKind } from '../../runtime/mail/mail-queue.js';
import { ada, type QueueGiven, setUpMail, token } from './support/mail-setup.js';

interface Got {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Sending {
  readonly mails: readonly Got[];
  readonly log: Awaited<ReturnType<typeof setUpMail>>['log'];
}

async function send(
  mail: Parameters<Awaited<ReturnType<typeof setUpMail>>['enqueue']>[1],
  given: QueueGiven = {},
): Promise<Sending & { readonly got: Got }> {
  const setup = await setUpMail();
  const mails: Got[] = [];
  const transport = { sendMail: async (message: Got) => void mails.push(message) };
  const queue = setup.queue({ transport, ...given });
  await setup.enqueue(queue, mail);
  await queue.flush();
  return { mails, log: setup.log, got: mails[0] ?? { subject: '', html: '', text: '' } };
}

const subjects: Readonly<Record<MailKind, string>> = {
  verifyEmail: 'Confirm your email address for cms.example.com',
  resetPassword: 'Reset your password for cms.example.com',
  welcome: 'Welcome to cms.example.com',
  passwordChanged: 'Your password for cms.example.com was changed',
  changeEmail: 'Confirm your new email address for cms.example.com',
  emailChangeRequested: 'Your account on cms.example.com is to get another email address',
  emailChanged: 'Your account on cms.example.com has another email address',
  accountLocked: 'Your account on cms.example.com is locked for 15 minutes',
  magicLink: 'Sign in to cms.example.com',
  userInvite: 'You are invited to join cms.example.com',
  accountExists: 'You already have an account on cms.example.com',
  addressTaken: 'You already have an account on cms.example.com',
  testMail: 'Test mail of cms.example.com',
};
const kinds = Object.keys(subjects) as readonly MailKind[];

const lives: Readonly<Partial<Record<MailKind, string>>> = {
  verifyEmail: '24 hours',
  resetPassword: '30 minutes',
  changeEmail: '1 hour',
  magicLink: '10 minutes',
  userInvite: '7 days',
  accountLocked: 'until 21 November 2026 at 15:19 UTC',
  passwordChanged: 'on 21 November 2026 at 15:04 UTC',
};

test.each(kinds)('%s has its subject, its link in both parts and says how long it is good', async (kind) => {
  const { got } = await send({ kind });
  expect(got.subject).toBe(subjects[kind]);
  expect(got.text.split('\n')).toContain(ada.link);
  expect(got.html.split(`href="${ada.link}"`)).toHaveLength(3);
  expect(got.text).toContain(lives[kind] ?? '');
  expect(got.html).toContain(lives[kind] ?? '');
  expect(got.text).toContain('Hello Ada Lovelace,');
  expect(got.html).toContain('Hello Ada Lovelace,');
});

test.each(kinds)(
  '%s adapts to light and dark in the colours and with the logos of the service',
  async (kind) => {
    const { html } = (await send({ kind })).got;
    const base = html.replace(/<style>.*<\/style>/s, '');
    expect(base).toMatch(
      /<td class="card"[^>]* bgcolor="#ffffff" style="background-color: #ffffff;[^"]* color: #09090b;/,
    );
    const dark = /@media \(prefers-color-scheme: dark\) \{.*?\n\}/s.exec(html)?.[0] ?? '';
    expect(dark).toContain('.card { background-color: #121215 !important;');
    expect(dark).toContain('.text { color: #ffffff !important; }');
    expect(html).toContain('[data-ogsb] .card { background-color: #121215 !important;');
    expect(html).toContain('[data-ogsc] .text { color: #ffffff !important; }');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
    expect(html).toContain('src="https://cms.example.com/admin/logo.svg" alt="svc"');
    expect(html).toContain('src="https://cms.example.com/admin/logo-white.svg" alt="svc"');
  },
);

test.each(kinds)('%s is small, fetches nothing but the logos and runs nothing', async (kind) => {
  const { html, text } = (await send({ kind, code: 'Q7WK2MXA' })).got;
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  expect(html.match(/\b(src|href|background|action)=/g)).toHaveLength(4);
  expect(html).not.toMatch(/<script|<link|@import|url\(|\son\w+=/i);
  // RFC 5322, section 2.1.1.
  expect(Math.max(...html.split('\n').map((line) => line.length))).toBeLessThan(998);
  expect(text).not.toMatch(/<[a-z]/);
});

test('a name with marks of HTML is shown as it is, and one with a link does not become a link', async () => {
  const { got } = await send({ userName: `<img src=x onerror="alert(1)"> & https://evil.example/win` });
  expect(got.html).toContain('Hello &lt;img src');
  expect(got.html).not.toContain('<img src=x');
  expect(got.html).toContain('&amp; https:\u200b//evil.\u200bexample/win');
  expect(got.text).not.toContain('https://evil');
});

test('a link with marks of HTML stays one attribute', async () => {
  const link = `https://cms.example.com/?a=1&token=${token}&b='"><script>`;
  const { got } = await send({ link });
  expect(got.html).toContain(
    `href="https://cms.example.com/?a=1&amp;token=${token}&amp;b=&#39;&quot;&gt;&lt;script&gt;"`,
  );
  expect(got.text).toContain(`\n${link}\n`);
});

test('a magic link shows its code in both parts', async () => {
  const { got } = await send({ kind: 'magicLink', code: 'Q7WK2MXA' });
  expect(got.text.split('\n')).toContain('Q7WK2MXA');
  expect(got.html).toContain('>Q7WK2MXA</p>');
  expect(got.subject).not.toContain('Q7WK2MXA');
});

test('the lock that is announced is as long as the config says', async () => {
  const { got } = await send({ kind: 'accountLocked' }, { lockMinutes: 1 });
  expect(got.subject).toBe('Your account on cms.example.com is locked for 1 minute');
});

test('logos are taken from the addresses of the config', async () => {
  const logoUrls = { light: 'https://cdn.example.com/a.png?x=1&y=2', dark: 'https://cdn.example.com/b.png' };
  const { got } = await send({}, { logoUrls });
  expect(got.html).toContain('src="https://cdn.example.com/a.png?x=1&amp;y=2"');
  expect(got.html).toContain('src="https://cdn.example.com/b.png"');
});

const replaceable = kinds.filter(
  (kind): kind is MailTemplateName => !['accountExists', 'addressTaken', 'testMail'].includes(kind),
);

test.each(replaceable)('%s can be replaced alone; it gets the link and the name', async (kind) => {
  const calls: unknown[][] = [];
  const template = (...given: unknown[]) => {
    calls.push(given);
    return { subject: 'Own\r\nBcc: eve@example.com', html: '<p>own</p>', text: 'own' };
  };
  const { got, log } = await send({ kind, code: 'Q7WK2MXA' }, { templates: { [kind]: template } });
  expect(calls).toEqual([[ada.link, 'Ada Lovelace']]);
  expect(got).toMatchObject({ subject: 'Own Bcc: eve@example.com', html: '<p>own</p>', text: 'own' });
  expect(log).toEqual([]);
  const other = await send({ kind: 'accountExists' }, { templates: { [kind]: template } });
  expect(other.got.subject).toBe(subjects.accountExists);
});

test('a replaced magic link has its code where {{code}} stands', async () => {
  const magicLink = (link: string) => ({
    subject: 'In',
    html: `<a href="${link}">In</a> {{code}}`,
    text: `${link} {{code}}`,
  });
  const { got } = await send({ kind: 'magicLink', code: 'Q7WK2MXA' }, { templates: { magicLink } });
  expect(got).toMatchObject({ html: `<a href="${ada.link}">In</a> Q7WK2MXA`, text: `${ada.link} Q7WK2MXA` });
});

test('a replaced template may be asynchronous', async () => {
  const welcome = async () => ({ subject: 's', html: 'h', text: 't' });
  // The type requires a synchronous result; JavaScript does not.
  const { got } = await send({ kind: 'welcome' }, { templates: { welcome: welcome as never } });
  expect(got).toMatchObject({ subject: 's', html: 'h', text: 't' });
});

test.each([
  [
    'throws',
    () => {
      throw new Error(`cannot render ${ada.link} for ada@example.com`);
    },
  ],
  ['answers nothing', () => undefined],
  ['answers a text', () => '<p>hello</p>'],
  ['leaves the text out', () => ({ subject: 's', html: '<p>h</p>' })],
  ['answers an empty subject', () => ({ subject: ' ', html: '<p>h</p>', text: 't' })],
  ['answers a file to read', () => ({ subject: 's', html: { path: '/etc/passwd' }, text: 't' })],
])('a template that %s is logged, and the mail goes out in the words of svc', async (_what, template) => {
  // The types forbid this value, but JavaScript code can return it.
  const { got, log } = await send({}, { templates: { resetPassword: template as never } });
  expect(got.subject).toBe(subjects.resetPassword);
  expect(got.text).toContain(ada.link);
  expect(log).toMatchObject([{ level: 'error', fields: { template: 'resetPassword' } }]);
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${token}|ada@`));
});
