/** Links for a new password that administrators make: docs/spec/auth.md. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../mail/support/smtp-sink.js';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import {
  type Api,
  type DashboardServer,
  emailOf,
  password,
  startDashboard,
} from './support/dashboard-server.js';

const better = 'Better-Horse-8-Battery';

describe('a link for a new password', { timeout: 60_000 }, () => {
  let sink: SmtpSink;
  let server: DashboardServer;
  let admin: Api;
  let anonymous: Api;
  beforeAll(async () => {
    sink = await startSmtpSink();
    const config = `email: { from: 'svc <svc@example.com>', transport: '${sink.url}' }`;
    server = await startDashboard('drafts', { auth: true, config });
    admin = await server.api('admin');
    anonymous = await server.api(null);
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await sink?.close();
    await closeBrowser();
  });
  const resetMails = () => sink.mails.filter(({ subject }) => subject?.startsWith('Reset your password'));
  const idOf = (role: string): string => server.users.get(role)?.id ?? '';
  const ask = (api: Api, id: string, body: object = { mail: false }) =>
    api('POST', `/api/admin/users/${id}/reset-link`, body);
  const reset = (link: string, to = better) =>
    anonymous('POST', '/api/auth/reset-password', {
      token: new URL(link).searchParams.get('token'),
      password: to,
    });
  const logIn = async (role: string, typed: string): Promise<number> =>
    (await anonymous('POST', '/api/auth/login', { email: emailOf(role), password: typed })).status;

  test('is shown once, works once, and is noted with the administrator', async () => {
    const first = (await ask(admin, idOf('editor'))).body.link;
    const { status, headers, body } = await ask(admin, idOf('editor'));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      link: expect.stringContaining(`${server.url}/admin/reset-password?token=`),
      expiresAt: expect.any(String),
    });
    // The password is valid until then; an older link is not.
    expect(await logIn('editor', password)).toBe(200);
    expect((await reset(first)).status).toBe(400);
    expect((await reset(body.link)).status).toBe(200);
    expect((await reset(body.link)).status).toBe(400);
    expect(await logIn('editor', password)).toBe(401);
    expect(await logIn('editor', better)).toBe(200);
    const found = await admin(
      'GET',
      `/api/auth/audit-log?type=password.reset.requested&userId=${idOf('editor')}`,
    );
    expect(found.body.docs[0]).toMatchObject({
      ...{ outcome: 'success', actorId: idOf('admin'), reason: 'shown to an administrator' },
    });
    expect(JSON.stringify(found.body)).not.toContain('token=');
    expect(resetMails()).toHaveLength(0);
  });

  test('or is mailed, and then in the mail alone', async () => {
    const { body } = await ask(admin, idOf('author'), { mail: true });
    expect(body).toEqual({ link: null, expiresAt: expect.any(String) });
    await expect.poll(() => resetMails().length, { timeout: 20_000 }).toBe(1);
    const [link = ''] = /http\S+token=[\w-]+/.exec(resetMails()[0]?.text ?? '') ?? [];
    expect((await reset(link)).status).toBe(200);
  });

  test('is for administrators of a higher role than the user', async () => {
    for (const role of ['super_admin', 'admin']) expect((await ask(admin, idOf(role))).status).toBe(403);
    expect((await ask(admin, 'nobody')).status).toBe(404);
    expect((await ask(admin, idOf('guest'), {})).status).toBe(400);
    const customer = await server.api('customer');
    expect((await ask(customer, idOf('guest'))).status).toBe(403);
    expect((await ask(anonymous, idOf('guest'))).status).toBe(401);
  });

  test('ends when the user gets another role', async () => {
    const { link } = (await ask(admin, idOf('customer'))).body;
    const chief = await server.api('super_admin');
    const become = async (role: string) =>
      expect((await chief('PATCH', `/api/users/${idOf('customer')}`, { role })).status).toBe(200);
    await become('super_admin');
    expect((await reset(link)).status).toBe(400);
    await become('customer');
    // Not even then: the role may have meant something in between.
    expect((await reset(link)).status).toBe(400);
    expect(await logIn('customer', password)).toBe(200);
  });

  test('ends when its administrator is not above the user any more', async () => {
    const { link } = (await ask(admin, idOf('customer'))).body;
    const chief = await server.api('super_admin');
    const become = async (role: string) =>
      expect((await chief('PATCH', `/api/users/${idOf('admin')}`, { role })).status).toBe(200);
    await become('guest');
    expect((await reset(link)).status).toBe(400);
    await become('admin');
    expect((await reset(link)).status).toBe(200);
    expect(await logIn('customer', better)).toBe(200);
  });

  test.skipIf(noBrowser !== null)('is made on the page of the user', async () => {
    const path = `/admin/users/${idOf('guest')}`;
    const { page } = await openDashboard(server, { role: 'admin', path });
    await page.getByRole('button', { name: 'Show a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link for a new password' });
    await dialog.waitFor();
    await expectAccessible(page);
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    expect((await reset(link)).status).toBe(200);
    const german = await openDashboard(server, { role: 'admin', path, locale: 'de-DE', colorScheme: 'dark' });
    await german.page.getByRole('button', { name: 'Link per E-Mail senden' }).click();
    await german.page.getByText(`Ein Link ist unterwegs an ${emailOf('guest')}.`).waitFor();
    await expectAccessible(german.page);
  });
});
