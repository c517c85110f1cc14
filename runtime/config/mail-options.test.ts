import { expect, test } from 'vitest';
import { ConfigError } from '../errors/config-error.js';
import type { EmailConfig } from './email-config.js';
import { type MailOptions, resolveMailOptions } from './mail-options.js';
import type { ServiceConfig } from './service-config.js';

const resolve = (email?: EmailConfig, env: NodeJS.ProcessEnv = {}): MailOptions =>
  resolveMailOptions({ collections: [], ...(email && { email }) }, env);

function issues(email: EmailConfig, env: NodeJS.ProcessEnv = {}): string {
  try {
    resolve(email, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
}

test('without a config mail goes to files, from a made-up sender', () => {
  expect(resolve()).toEqual({ site: null, from: null, transport: null, templates: {}, logoUrls: {} });
});

test('the config decides', () => {
  const transport = { sendMail: () => undefined };
  const templates = { welcome: () => ({ subject: '', html: '', text: '' }) };
  const logoUrls = { light: 'https://example.com/light.svg' };
  const email = { from: 'News <news@example.com>', transport, templates, logoUrls };
  expect(resolve(email)).toEqual({ site: null, ...email });
});

test('mails call the service as the dashboard does', () => {
  const siteOf = (config: Partial<ServiceConfig>): string | null =>
    resolveMailOptions({ collections: [], ...config }, {}).site;
  expect(siteOf({ name: 'Acme API', admin: { name: 'Acme' } })).toBe('Acme');
  expect(siteOf({ name: 'Acme API', admin: {} })).toBe('Acme API');
  expect(siteOf({ name: 'Acme API', admin: false })).toBe('Acme API');
});

test('the environment wins', () => {
  const env = { SVC_SMTP_URL: 'smtps://u:p@mail.example:465', SVC_MAIL_FROM: 'ops@example.com' };
  expect(resolve({ from: 'news@example.com', transport: { sendMail: () => undefined } }, env)).toMatchObject({
    from: 'ops@example.com',
    transport: 'smtps://u:p@mail.example:465',
  });
});

test('a wrong address is refused without its password', () => {
  const env = {
    SVC_SMTP_URL: 'http://u:hunter2@mail.example',
    SVC_MAIL_FROM: 'News\r\nBcc: all@example.com',
  };
  const message = issues({ from: 'nobody' }, {});
  expect(message).toBe(
    'email.from: must be an address such as news@example.com or News <news@example.com>, not "nobody".',
  );
  expect(issues({}, env).split('\n')).toEqual([
    expect.stringMatching(/^SVC_MAIL_FROM: must be an address such as /),
    'SVC_SMTP_URL: must be smtp://user:password@host:port, or smtps:// for TLS from the start.',
  ]);
  expect(issues({}, env)).not.toContain('hunter2');
});
