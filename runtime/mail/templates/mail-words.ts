import type { MailKind } from '../mail-queue.js';

/** What a default mail is made from. */
export interface MailFacts {
  readonly userName: string;
  /** The code of a magic link. */
  readonly code: string | null;
  /** When the event happened, in milliseconds. */
  readonly at: number;
  /** Name of the service, or else its host. */
  readonly site: string;
  readonly lockMinutes: number;
}

/** What a mail says, without its form. Every string is plain text. */
export interface MailWords {
  readonly subject: string;
  /** The text that inboxes show next to the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly before: readonly string[];
  readonly button: string;
  readonly code?: { readonly label: string; readonly value: string };
  readonly after: readonly string[];
}

type Words = (facts: MailFacts) => MailWords;

/** Its link leads to the sign-in page, from which a password can be reset. */
const toSignIn = 'Sign in or reset your password';
const ignore = 'If this was not you, ignore this mail: nothing changes.';

const verifyEmail: Words = ({ site }) => ({
  subject: `Confirm your email address for ${site}`,
  preheader: 'One click, and you can sign in. The link works for 24 hours.',
  title: 'Confirm your email address',
  before: [
    `An account on ${site} was registered with this address. Confirm that the address is yours, then you can sign in.`,
  ],
  button: 'Confirm email address',
  after: ['The link works once and ends after 24 hours.', ignore],
});

const resetPassword: Words = ({ site }) => ({
  subject: `Reset your password for ${site}`,
  preheader: 'Choose a new password. The link works for 30 minutes.',
  title: 'Reset your password',
  before: [`A new password was asked for, for your account on ${site}. Choose it here:`],
  button: 'Choose a new password',
  after: [
    'The link works once and ends 30 minutes after it was asked for.',
    'If this was not you, ignore this mail: your password stays as it is.',
  ],
});

const welcome: Words = ({ site }) => ({
  subject: `Welcome to ${site}`,
  preheader: 'Your account is ready.',
  title: `Welcome to ${site}`,
  before: ['Your account is ready. Sign in with your email address.'],
  button: 'Sign in',
  after: [],
});

const passwordChanged: Words = ({ site, at }) => ({
  subject: `Your password for ${site} was changed`,
  preheader: 'If this was not you, reset your password now.',
  title: 'Your password was changed',
  before: [
    `The password of your account on ${site} was changed on ${dateTime(at)}. Other devices were signed out.`,
    'If this was you, there is nothing to do. If it was not, choose a new password now:',
  ],
  button: toSignIn,
  after: [`If you cannot get in any more, ask the administrator of ${site} for help.`],
});

const changeEmail: Words = ({ site }) => ({
  subject: `Confirm your new email address for ${site}`,
  preheader: 'One click, and you sign in with this address. The link works for 1 hour.',
  title: 'Confirm your new email address',
  before: [
    `An account on ${site} is to have this address. Confirm that the address is yours; from then on you sign in with it.`,
  ],
  button: 'Confirm email address',
  after: ['The link works once and ends after 1 hour.', ignore],
});

const emailChangeRequested: Words = ({ site, at }) => ({
  subject: `Your account on ${site} is to get another email address`,
  preheader: 'If this was not you, cancel the change now.',
  title: 'Another email address was asked for',
  before: [
    `On ${dateTime(at)} another email address was asked for, for your account on ${site}. It changes when the link that was mailed to the new address is used, within 1 hour.`,
    'If this was you, there is nothing to do here. If it was not, somebody knows your password: choose a new one now, which cancels the change. You can cancel it in your profile, too.',
  ],
  button: toSignIn,
  after: [`If you cannot get in any more, ask the administrator of ${site} for help.`],
});

const emailChanged: Words = ({ site, at }) => ({
  subject: `Your account on ${site} has another email address`,
  preheader: 'You do not sign in with this address any more.',
  title: 'Your email address was changed',
  before: [
    `The email address of your account on ${site} was changed on ${dateTime(at)}: you do not sign in with this one any more. Other devices were signed out.`,
    `If this was you, there is nothing to do. If it was not, ask the administrator of ${site} for help.`,
  ],
  button: 'Sign in',
  after: [],
});

const accountLocked: Words = ({ site, at, lockMinutes }) => ({
  subject: `Your account on ${site} is locked for ${minutes(lockMinutes)}`,
  preheader: 'There were too many wrong passwords in a row.',
  title: 'Your account is locked',
  before: [
    `There were too many wrong passwords in a row for your account on ${site}. It is locked for ${minutes(lockMinutes)}, until ${dateTime(at + lockMinutes * 60_000)}, and then opens by itself.`,
    'Resetting your password opens it at once:',
  ],
  button: toSignIn,
  after: ['If this was not you: nobody got in with these passwords. Sessions that you have go on.'],
});

const magicLink: Words = ({ site, code }) => ({
  subject: `Sign in to ${site}`,
  preheader: 'Your sign-in link works for 10 minutes.',
  title: `Sign in to ${site}`,
  before: ['Here is the link that you asked for:'],
  button: 'Sign in',
  ...(code !== null && { code: { label: 'Or type this code where you asked for it:', value: code } }),
  after: [
    code === null
      ? 'The link works once and ends 10 minutes after it was asked for.'
      : 'Link and code work once and end 10 minutes after they were asked for. Never tell the code to anybody.',
    'If this was not you, ignore this mail: nobody gets in without it.',
  ],
});

const userInvite: Words = ({ site }) => ({
  subject: `You are invited to join ${site}`,
  preheader: 'Accept the invitation and choose a password. The link works for 7 days.',
  title: `Join ${site}`,
  before: [`You are invited to join the team on ${site}. Accept the invitation and choose a password:`],
  button: 'Accept the invitation',
  after: [
    'The link works once and ends after 7 days.',
    'If you do not know what this is about, ignore this mail: no account is made without you.',
  ],
});

const accountExists: Words = ({ site }) => ({
  subject: `You already have an account on ${site}`,
  preheader: 'Somebody tried to register with your address.',
  title: 'You already have an account',
  before: [
    `Somebody tried to register on ${site} with this address, which has an account already. If it was you, sign in as usual. If you do not know your password any more, choose a new one.`,
  ],
  button: toSignIn,
  after: [ignore],
});

const addressTaken: Words = ({ site }) => ({
  subject: `You already have an account on ${site}`,
  preheader: 'Another account was to get your address.',
  title: 'You already have an account',
  before: [
    `Somebody tried to give this address to another account on ${site}, but it has an account already. If it was you, sign in with this address. If you do not know its password any more, choose a new one.`,
  ],
  button: toSignIn,
  after: [ignore],
});

const testMail: Words = ({ site }) => ({
  subject: `Test mail of ${site}`,
  preheader: 'Mails of the service arrive.',
  title: 'Mails arrive',
  before: [`An administrator of ${site} has sent this mail to try the mail server.`],
  button: 'Sign in',
  after: ['There is nothing to do.'],
});

/** What each mail says. */
export const mailWords: Readonly<Record<MailKind, Words>> = {
  verifyEmail,
  resetPassword,
  welcome,
  passwordChanged,
  changeEmail,
  emailChangeRequested,
  emailChanged,
  accountLocked,
  magicLink,
  userInvite,
  accountExists,
  addressTaken,
  testMail,
};

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`;
}

let format: Intl.DateTimeFormat | null = null;

/** Made at first use: the data of the locale takes 25 ms to load. */
function dateFormat(): Intl.DateTimeFormat {
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return format;
}

/** "21 November 2026 at 15:04 UTC": the reader's own time zone is not known. */
function dateTime(at: number): string {
  return `${dateFormat().format(at).replace(',', ' at')} UTC`;
}
