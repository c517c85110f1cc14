import { parseUrl } from '../../util/parse-url.js';
import type { MailTransport } from './mail-transport.js';

/** Signs of a secret that are hidden where a part of it is repeated. */
const partLength = 6;
/** Servers may respond with a megabyte, and every part of it is looked up. */
const maxReadLength = 4000;

/**
 * A transport whose errors hold no credentials: servers quote what they refuse, also as it was sent, in
 * base64 (RFC 4954), and cut off or wrapped. Each part of a secret is hidden that has six signs or more.
 */
export function concealed(transport: MailTransport, secrets: readonly string[]): MailTransport {
  if (secrets.length === 0) return transport;
  const hide = hider(secrets);
  return {
    ...transport,
    async send(message, signal) {
      try {
        await transport.send(message, signal);
      } catch (error) {
        throw concealedError(error, hide);
      }
    },
  };
}

/** The credentials of a transport, in every form in which they are sent. */
export function secretsOfTransport(transport: string | object | null): readonly string[] {
  const { user, pass } = credentialsOf(transport);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  // Of a user without a password nothing is secret.
  if (pass === '') return [];
  const forms = [
    pass,
    encodeURIComponent(pass),
    user,
    base64(user),
    base64(pass),
    base64(`\0${user}\0${pass}`),
  ];
  // Hiding one letter everywhere would hide the reason.
  return [...new Set(forms)].filter((form) => form.length > 2);
}

function credentialsOf(transport: string | object | null): { readonly user: string; readonly pass: string } {
  if (typeof transport === 'string') {
    const url = parseUrl(transport);
    return { user: decoded(url?.username ?? ''), pass: decoded(url?.password ?? '') };
  }
  // As a transport of nodemailer has them.
  const auth = propertyOf(propertyOf(transport, 'options'), 'auth');
  const [user, pass] = [propertyOf(auth, 'user'), propertyOf(auth, 'pass')];
  return { user: typeof user === 'string' ? user : '', pass: typeof pass === 'string' ? pass : '' };
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hider(secrets: readonly string[]): (text: string) => string {
  const parts = new Set<string>();
  for (const secret of secrets) {
    for (let at = 0; at + partLength <= secret.length; at += 1) parts.add(secret.slice(at, at + partLength));
  }
  // Longer ones first: one may be a part of another.
  const whole = secrets.toSorted((one, other) => other.length - one.length);
  return (text) => {
    const shown = withoutParts(text.slice(0, maxReadLength), parts);
    return whole.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), shown);
  };
}

function withoutParts(text: string, parts: ReadonlySet<string>): string {
  let shown = '';
  let from = 0;
  for (let at = 0; at + partLength <= text.length; at += 1) {
    if (!parts.has(text.slice(at, at + partLength))) continue;
    let end = at + partLength;
    while (end < text.length && parts.has(text.slice(end + 1 - partLength, end + 1))) end += 1;
    shown += `${text.slice(from, at)}[hidden]`;
    from = end;
    at = end - 1;
  }
  return shown + text.slice(from);
}

/** The fields that `delivery-failure.ts` reads. */
function concealedError(error: unknown, hide: (text: string) => string): Error {
  const fields: Readonly<Record<string, unknown>> =
    typeof error === 'object' && error !== null ? { ...error } : {};
  const { code, command, responseCode, permanent } = fields;
  const word = (value: unknown): unknown => (typeof value === 'string' ? hide(value) : value);
  const message = hide(error instanceof Error ? error.message : String(error));
  const shown = { code: word(code), command: word(command), responseCode, permanent };
  const known = Object.entries(shown).filter(([, value]) => value !== undefined);
  return Object.assign(new Error(message), Object.fromEntries(known));
}
