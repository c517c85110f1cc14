import { pluralIn } from './plural.js';

const plural = pluralIn('en');

export const en = {
  network: 'The service cannot be reached. Check the connection; nothing on this screen is lost.',
  timeout: 'The service did not respond in time.',
  aborted: 'Stopped.',
  unavailable: 'The service or its database is not available right now.',
  rateLimited: (seconds: number): string =>
    `Too many requests. Try again in ${plural(seconds, { one: 'a second', other: '# seconds' })}.`,
  accountLocked: (minutes: number): string =>
    `Too many failed attempts: the account is locked for ${plural(minutes, { one: 'a minute', other: '# minutes' })}.`,
  internal: 'Something went wrong on the server. Try again; if it happens again, tell an administrator.',
  invalidCredentials: 'The email or password is wrong.',
  notFound: 'It does not exist, or you do not have access to it.',
  forbidden: 'Not allowed.',
  draftsForbidden: 'You do not have access to drafts here.',
  unauthenticated: 'You are no longer signed in.',
  tooLarge: 'This is larger than the service allows.',
  unexpected: 'Something went wrong on this page. Reload it and try again.',
};
