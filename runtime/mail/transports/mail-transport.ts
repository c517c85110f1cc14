/** A mail as a transport gets it. */
export interface MailMessage {
  /** The same at every attempt, so that mailboxes can tell a repetition. */
  readonly messageId: string;
  readonly kind: string;
  readonly date: Date;
  /** As the config wrote it: `News <news@example.com>`. */
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A way to send mail. */
export interface MailTransport {
  /** Resolves when the mail is taken over. An abort ends the attempt as soon as possible. */
  send(message: MailMessage, signal: AbortSignal): Promise<void>;
  /** Mails leave this machine. */
  readonly isReal: boolean;
}
