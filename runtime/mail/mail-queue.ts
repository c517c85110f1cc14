import type { MailTemplateName } from '../config/email-config.js';
import type { Connection } from '../storage/driver.js';

/**
 * `accountExists` tells the owner of an address in use that a registration with it was attempted, and
 * `addressTaken` that another account was to get it; `testMail` is sent by an administrator to themselves.
 */
export type MailKind = MailTemplateName | OwnMailKind;

/** Mails without a template of the config. */
export type OwnMailKind = 'accountExists' | 'addressTaken' | 'testMail';

const ownKinds: ReadonlySet<string> = new Set(['accountExists', 'addressTaken', 'testMail']);

export function isOwnKind(kind: MailKind): kind is OwnMailKind {
  return ownKinds.has(kind);
}

export interface QueuedMail {
  readonly kind: MailKind;
  readonly to: string;
  /** The user's name; their email where they have none. */
  readonly userName: string;
  /**
   * Where the mail's button leads. It may hold a token: the outbox keeps it encrypted and forgets it after
   * sending.
   */
  readonly link: string;
  /** The code of a magic link, shown with the link. */
  readonly code?: string;
}

/** What came of a mail that was sent at once. */
export interface SentNow {
  /** Why it was not taken over, without addresses and links; null if it was. */
  readonly failure: string | null;
  /** Whether mails leave this machine; else they are written to files. */
  readonly isReal: boolean;
}

/** The queue of outgoing mails: a table in the content database, emptied by a worker. */
export interface MailQueue {
  /** Within the transaction of the event that the mail is about: either both happen or neither. */
  enqueue(connection: Connection, mail: QueuedMail): Promise<void>;
  /** Sends a mail now, past the outbox, and says what came of it. */
  sendNow(mail: QueuedMail): Promise<SentNow>;
  /** Sends what is due, now; for tests and for a start after a stop. */
  flush(): Promise<void>;
  /** How many mails have not been sent; beyond 10,000 they are not counted. */
  waiting(): Promise<number>;
  /** Starts the worker. */
  start(): void;
  /** Waits for the mails that are being sent. */
  stop(): Promise<void>;
}
