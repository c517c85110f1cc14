import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real SMTP server on a local port that stores the mails it gets. */
export interface SmtpSink {
  readonly port: number;
  readonly url: string;
  readonly mails: readonly ParsedMail[];
  /** The bytes of each mail. */
  readonly raw: readonly string[];
  /** The envelopes: the senders and recipients given to the server. */
  readonly senders: readonly string[];
  readonly recipients: readonly (readonly string[])[];
  close(): Promise<void>;
}

export async function startSmtpSink(options: SMTPServerOptions = {}, port = 0): Promise<SmtpSink> {
  const mails: ParsedMail[] = [];
  const raw: string[] = [];
  const senders: string[] = [];
  const recipients: string[][] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    logger: false,
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      const mail = await simpleParser(bytes);
      // Together: of two mails at the same time each keeps its envelope.
      senders.push(envelope.mailFrom === false ? '' : envelope.mailFrom.address);
      recipients.push(envelope.rcptTo.map(({ address }) => address));
      raw.push(bytes.toString('utf8'));
      mails.push(mail);
      done();
    },
    ...options,
  });
  // Some tests use clients that disconnect in the middle.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    raw,
    senders,
    recipients,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An SMTP refusal, in the form that smtp-server expects from its handlers. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
