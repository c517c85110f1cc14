/** What a mail template returns. */
export interface MailContent {
  /** The subject line. */
  readonly subject: string;
  /** The HTML body. */
  readonly html: string;
  /** The plain text body. */
  readonly text: string;
}

/** Creates a mail from the link it contains and the name of the recipient. */
export type MailTemplate = (link: string, userName: string) => MailContent;

/** Names of the mails that the service sends. */
export type MailTemplateName =
  | 'verifyEmail'
  | 'resetPassword'
  | 'welcome'
  | 'passwordChanged'
  | 'changeEmail'
  | 'emailChangeRequested'
  | 'emailChanged'
  | 'accountLocked'
  | 'magicLink'
  | 'userInvite';

/** A mail as an own transport gets it. A transport of nodemailer takes it as it is. */
export interface OutgoingMail {
  /** The same for every attempt: a provider that drops duplicates may use it as a key. */
  readonly messageId: string;
  readonly date: Date;
  /** Sender: `News <news@example.com>`. */
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Headers that are not derived from the rest. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends mails: a transport of nodemailer, or a few lines for the HTTP API of a provider. */
export interface MailSender {
  /**
   * Sends one mail, and returns a promise. If it is rejected, the mail is sent again later, unless the error
   * has `permanent: true`.
   */
  sendMail(message: OutgoingMail): unknown;
}

/**
 * How mail is sent, and its content. Without a transport, mails are written as readable files to
 * `.svc/outbox/`.
 */
export interface EmailConfig {
  /**
   * Sender: `News <news@example.com>`. Default: `no-reply@HOST` with the host of the base URL, under the name
   * of the service.
   * `SVC_MAIL_FROM` wins.
   */
  readonly from?: string;
  /**
   * `smtp://user:password@host:port` (`smtps:` for implicit TLS), or an object with `sendMail`.
   * `SVC_SMTP_URL` wins.
   */
  readonly transport?: string | MailSender;
  /** Replaces single mails. In `magicLink`, `{{code}}` is replaced by the code. */
  readonly templates?: Readonly<Partial<Record<MailTemplateName, MailTemplate>>>;
  /** URLs of images 32 pixels high, used instead of the logos that the server serves. */
  readonly logoUrls?: { readonly light?: string; readonly dark?: string };
}
