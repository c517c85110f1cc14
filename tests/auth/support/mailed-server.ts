import type { ParsedMail } from 'mailparser';
import { onTestFinished } from 'vitest';
import { startSmtpSink } from '../../mail/support/smtp-sink.js';
import { type AuthServer, type AuthServerOptions, startAuthServer } from '../../support/auth-server.js';

/** A service with `auth` that sends its mails to a real SMTP server. */
export interface MailedServer extends AuthServer {
  /** Subjects of the mails to an address, oldest first. */
  subjects(to: string): Promise<readonly string[]>;
  /** The newest mail to an address. */
  lastMail(to: string): Promise<ParsedMail>;
  /** The link of the newest mail to an address. */
  lastLink(to: string): Promise<URL>;
  lastToken(to: string): Promise<string>;
}

/** Starts a service with registration. Rate limits are too high to apply unless a test sets them. */
export async function startMailedServer(options: AuthServerOptions = {}): Promise<MailedServer> {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const server = await startAuthServer({
    ...options,
    auth: { registration: { enabled: true }, rateLimit: false, ...options.auth },
    config: {
      ...options.config,
      email: { from: 'svc <svc@example.com>', transport: sink.url, ...options.config?.email },
    },
  });

  async function mailsTo(address: string): Promise<readonly ParsedMail[]> {
    await server.mails();
    return sink.mails.filter((_, index) => sink.recipients[index]?.includes(address));
  }

  async function lastMail(to: string): Promise<ParsedMail> {
    const mail = (await mailsTo(to)).at(-1);
    if (mail === undefined) throw new Error(`There is no mail to ${to}.`);
    return mail;
  }

  async function lastLink(to: string): Promise<URL> {
    const { text = '' } = await lastMail(to);
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    if (link === undefined) throw new Error(`There is no link in the mail to ${to}.`);
    return new URL(link);
  }

  return {
    ...server,
    subjects: async (to) => (await mailsTo(to)).map(({ subject = '' }) => subject),
    lastMail,
    lastLink,
    lastToken: async (to) => (await lastLink(to)).searchParams.get('token') ?? '',
  };
}
