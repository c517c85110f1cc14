import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { mailAssets } from '../../runtime/mail/mail-assets.js';
import { password, startAuthServer } from '../support/auth-server.js';

interface LogLine {
  readonly kind?: string;
  readonly file?: string;
  readonly msg?: string;
}

test('without an SMTP server the log leads from a registration to its link, by itself', async () => {
  const server = await startAuthServer({
    config: { email: {} },
    auth: { registration: { enabled: true } },
  });
  const client = server.client();
  const email = 'ada@example.com';
  expect((await client.post('/api/auth/register', { email, password })).status).toBe(201);

  const line = await vi.waitFor(() => {
    const found = server.log
      .map((each) => JSON.parse(each) as LogLine)
      .find(({ file }) => file !== undefined);
    if (found === undefined) throw new Error('The log names no file yet.');
    return found;
  }, 10_000);
  expect(line.kind).toBe('verifyEmail');
  const link = /^http:\/\/localhost:3000(\/admin\/verify-email\?token=\S+)$/m.exec(
    readFileSync(line.file ?? '', 'utf8'),
  )?.[1];
  const token = new URLSearchParams(link?.split('?')[1]).get('token') ?? '';
  expect(server.log.join(''), 'no token in the log').not.toContain(token);
  expect((await client.post('/api/auth/verify-email', { token })).status).toBe(200);
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
});

test('the logos of mails are served under the base URL', async () => {
  const { url } = await startAuthServer();
  for (const { name, type, bytes } of mailAssets()) {
    const response = await fetch(`${url}/admin/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes));
    // Mail programs load the logos from another origin.
    expect(response.headers.get('cross-origin-resource-policy')).not.toBe('same-origin');
  }
});
