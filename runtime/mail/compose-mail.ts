import type { MailContent } from '../config/email-config.js';
import type { MailOptions } from '../config/mail-options.js';
import { withoutSecrets } from './delivery-failure.js';
import { displayName } from './display-name.js';
import { loadOnce } from './load-once.js';
import type { MailLog } from './mail-log.js';
import { isOwnKind, type QueuedMail } from './mail-queue.js';
import { secretsOf } from './queued-mail.js';
import { loadDefaultTemplates } from './templates/default-templates.js';
import type { MailMessage } from './transports/mail-transport.js';

export interface ComposerOptions {
  readonly options: MailOptions;
  readonly baseUrl: string;
  readonly lockMinutes: number;
  readonly log: MailLog;
}

/** Makes a message of a queued mail. */
export type ComposeMail = (
  mail: QueuedMail,
  row: { readonly id: string; readonly createdAt: number },
) => Promise<MailMessage>;

/** The placeholder for the code in a custom `magicLink` template. */
const codePlaceholder = '{{code}}';

export function createComposer({ options, baseUrl, lockMinutes, log }: ComposerOptions): ComposeMail {
  const { host, hostname } = new URL(baseUrl);
  const site = options.site ?? host;
  const domain = mailDomain(hostname);
  const from = options.from ?? `${quoted(options.site ?? 'svc')} <no-reply@${domain}>`;
  const logos = {
    light: options.logoUrls.light ?? `${baseUrl}/admin/logo.svg`,
    dark: options.logoUrls.dark ?? `${baseUrl}/admin/logo-white.svg`,
  };
  const defaults = loadOnce(() => loadDefaultTemplates(logos));

  async function ownContent(mail: QueuedMail, userName: string): Promise<MailContent | null> {
    if (isOwnKind(mail.kind)) return null;
    const template = options.templates[mail.kind];
    if (template === undefined) return null;
    try {
      // A template may be asynchronous in spite of its type.
      const content: unknown = await template(mail.link, userName);
      if (isContent(content)) return withCode(content, mail.code ?? '');
      log.error(
        { template: mail.kind },
        `email.templates.${mail.kind} must return { subject, html, text }, texts that are not empty; the mail was sent with svc's own text`,
      );
    } catch (error) {
      const reason = withoutSecrets(String(error), secretsOf(mail));
      log.error(
        { template: mail.kind, reason },
        `email.templates.${mail.kind} threw; the mail was sent with svc's own text`,
      );
    }
    return null;
  }

  return async function composeMail(mail, { id, createdAt }) {
    const userName = displayName(mail.userName, mail.to);
    const own = await ownContent(mail, userName);
    const { subject, html, text } =
      own ??
      (await defaults())(mail.kind, mail.link, {
        ...{ userName, site, lockMinutes },
        ...{ code: mail.code ?? null, at: createdAt },
      });
    return {
      messageId: `<${id}@${domain}>`,
      kind: mail.kind,
      date: new Date(createdAt),
      from,
      to: { name: userName === mail.to ? '' : userName, address: mail.to },
      subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(),
      html,
      text,
    };
  };
}

/** RFC 5322, section 3.2.4: a name with commas, for instance, is in quotation marks. */
function quoted(name: string): string {
  return /^[\w ]+$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
}

/** RFC 5321, section 4.1.3: an IP address is written in brackets, IPv6 with its tag. */
function mailDomain(hostname: string): string {
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1, -1)}]`;
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
}

function isContent(value: unknown): value is MailContent {
  if (typeof value !== 'object' || value === null) return false;
  const { subject, html, text } = value as Readonly<Record<keyof MailContent, unknown>>;
  return [subject, html, text].every((part) => typeof part === 'string' && part.trim() !== '');
}

function withCode({ subject, html, text }: MailContent, code: string): MailContent {
  const filled = (part: string): string => part.replaceAll(codePlaceholder, code);
  return { subject, html: filled(html), text: filled(text) };
}
