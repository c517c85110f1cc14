import { expect, test } from 'vitest';
import { ConfigError } from '../errors/config-error.js';
import { resolveServiceOptions } from './service-options.js';

const secret = 'k3J9xQ2mVb7nZr5tWp8sYd4fHc6gLa1e';

test('issues of server, authentication and mail are named at once', () => {
  const env = { PORT: 'x', SVC_SECRET: 'short', SVC_LOCKOUT_MINUTES: '0', SVC_SMTP_URL: 'ftp://h' };
  try {
    resolveServiceOptions({ auth: { secret } }, env);
    expect.unreachable();
  } catch (error) {
    expect(error instanceof ConfigError && error.issues.map(({ path }) => path)).toEqual([
      'PORT',
      'SVC_SECRET',
      'SVC_LOCKOUT_MINUTES',
      'SVC_SMTP_URL',
    ]);
  }
});

test('authentication knows the server it runs on', () => {
  const { server, auth, mail } = resolveServiceOptions({ auth: { secret } }, { PORT: '4000' });
  expect([server.port, auth?.baseUrl, mail.transport]).toEqual([4000, 'http://localhost:4000', null]);
  expect(resolveServiceOptions({}, { SVC_SECRET: 'short' }).auth).toBeNull();
});
