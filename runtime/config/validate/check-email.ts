/** Checks the `email` of a config. Messages never contain the password of a URL. */
import type { MailTemplateName } from '../email-config.js';
import { type Check, callback, isPlainObject, objectOf, words } from './checks.js';
import { showValue } from './show-value.js';
import { parsedUrl } from './web-address.js';

const templates: Readonly<Record<MailTemplateName, Check>> = {
  verifyEmail: callback,
  resetPassword: callback,
  welcome: callback,
  passwordChanged: callback,
  changeEmail: callback,
  emailChangeRequested: callback,
  emailChanged: callback,
  accountLocked: callback,
  magicLink: callback,
  userInvite: callback,
};

function isSmtpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^smtps?:$/.test(parsedUrl(value)?.protocol ?? '');
}

/** The server that accepts outgoing mail. */
export const smtpUrl: Check = (value, place, problems) => {
  if (!isSmtpUrl(value))
    problems.add(place, 'must be smtp://user:password@host:port, or smtps:// for TLS from the start');
};

const transport: Check = (value, place, problems) => {
  if (isSmtpUrl(value) || isPlainObject(value)) return;
  problems.add(place, 'must be smtp://user:password@host:port or an object with sendMail');
};

/** An address, optionally with a name. A line break would start another header of the mail. */
export const sender: Check = (value, place, problems) => {
  if (
    typeof value === 'string' &&
    /^(?:[^\s@<>]+@[^\s@<>]+|[^\p{Cc}<>]*<[^\s@<>]+@[^\s@<>]+>)$/u.test(value.trim())
  ) {
    return;
  }
  problems.add(
    place,
    `must be an address such as news@example.com or News <news@example.com>, not ${showValue(value)}`,
  );
};

/** Checks `email`. */
export const email: Check = objectOf({
  options: {
    from: sender,
    transport,
    templates: objectOf({ options: templates }),
    logoUrls: objectOf({ options: { light: words, dark: words } }),
  },
});
