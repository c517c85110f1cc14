/** The test mail that administrators send to themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../mail/support/smtp-sink.js';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, emailOf, startDashboard } from './support/dashboard-server.js';

describe('a test mail', { timeout: 60_000 }, () => {
  let sink: SmtpSink;
  let server: DashboardServer;
  beforeAll(async () => {
    sink = await startSmtpSink();
    const config = `email: { from: 'svc <svc@example.com>', transport: '${sink.url}' }`;
    server = await startDashboard('drafts', { auth: true, config });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await sink?.close();
    await closeBrowser();
  });
  const path = '/api/admin/test-mail';

  test('goes to the administrator who asks, and is for administrators', async () => {
    const { status, body } = await (await server.api('admin'))('POST', path);
    expect({ status, body }).toEqual({
      status: 200,
      body: { to: emailOf('admin'), isSent: true, isReal: true, failure: null },
    });
    expect(sink.recipients.at(-1)).toEqual([emailOf('admin')]);
    expect(sink.mails.at(-1)?.subject).toMatch(/^Test mail of Newsroom/);
    expect((await (await server.api('editor'))('POST', path)).status).toBe(403);
    expect((await (await server.api(null))('POST', path)).status).toBe(401);
  });

  test('tells what the mail server says, without addresses, and that there is none', async () => {
    const refusing = await startSmtpSink({
      onRcptTo: (_address, _session, done) => done(new Error('No room for ada@example.com')),
    });
    const config = `email: { from: 'svc <svc@example.com>', transport: '${refusing.url}' }`;
    const other = await startDashboard('drafts', { auth: true, config });
    const without = await startDashboard('drafts', { auth: true });
    try {
      const { body } = await (await other.api())('POST', path);
      expect(body).toMatchObject({
        isSent: false,
        isReal: true,
        failure: expect.stringContaining('No room'),
      });
      expect(body.failure).not.toContain('@');
      expect((await (await without.api())('POST', path)).body).toMatchObject({
        isSent: false,
        isReal: false,
      });
    } finally {
      await other.close();
      await without.close();
      await refusing.close();
    }
  });

  test.skipIf(noBrowser !== null)('is sent from the system settings', async () => {
    for (const [locale, button, sent] of [
      ['en-GB', 'Send me a test email', /accepted the email to/],
      ['de-DE', 'Test-E-Mail an mich senden', /hat die E-Mail an/],
    ] as const) {
      const { page } = await openDashboard(server, { role: 'admin', path: '/admin/settings/system', locale });
      await page.getByRole('button', { name: button }).click();
      await page.getByText(sent).waitFor();
      await expectAccessible(page);
    }
  });
});
