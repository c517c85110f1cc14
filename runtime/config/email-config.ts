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

/** How mail is sent. This version sends none. */
export interface EmailConfig {
  /** Sender: `News <news@example.com>`. */
  readonly from?: string;
  /** `smtp://user:password@host:port`, or an object with `sendMail`. */
  readonly transport?: string | object;
  readonly templates?: Readonly<Partial<Record<MailTemplateName, MailTemplate>>>;
  readonly logoUrls?: { readonly light?: string; readonly dark?: string };
}
