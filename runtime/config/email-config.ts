/** What a mail template answers. */
export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Makes a mail from the link it carries and the name of the user it goes to. */
export type MailTemplate = (link: string, userName: string) => MailContent;

/** Names of the mails that the service sends. */
export type MailTemplateName =
  | 'verifyEmail'
  | 'resetPassword'
  | 'welcome'
  | 'passwordChanged'
  | 'accountLocked'
  | 'magicLink'
  | 'userInvite';

/** How mail is sent, and what it says. Without a transport mails become readable files under `.svc/outbox/`. */
export interface EmailConfig {
  /** Sender: `News <news@example.com>`. Default: `svc <no-reply@HOST>`, the host of the base URL. `SVC_MAIL_FROM` wins. */
  readonly from?: string;
  /** `smtp://user:password@host:port` (`smtps:` for TLS from the start), or an object with `sendMail`. `SVC_SMTP_URL` wins. */
  readonly transport?: string | object;
  /** Replaces mails one by one. In `magicLink`, `{{code}}` stands for the code. */
  readonly templates?: Readonly<Partial<Record<MailTemplateName, MailTemplate>>>;
  /** Addresses of images 32 pixels high, instead of the logos that the server serves. */
  readonly logoUrls?: { readonly light?: string; readonly dark?: string };
}
