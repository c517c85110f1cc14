import { pluralIn } from './plural.js';

const plural = pluralIn('en');

export const en = {
  network: 'The service cannot be reached. Check the connection; nothing on this screen is lost.',
  timeout: 'The service did not answer in time.',
  aborted: 'Stopped.',
  unavailable: 'The service or its database is not available right now.',
  rateLimited: (seconds: number): string =>
    `Too many requests. Try again in ${plural(seconds, { one: 'a second', other: '# seconds' })}.`,
  accountLocked: (minutes: number): string =>
    `Too many failed attempts: the account is locked for ${plural(minutes, { one: 'a minute', other: '# minutes' })}.`,
  internal: 'Something failed on the server. Its log says more.',
  invalidCredentials: 'The email or the password is not right.',
  notFound: 'It does not exist, or is not yours to see.',
  forbidden: 'Not allowed.',
  draftsForbidden: 'You may not see drafts here.',
  unauthenticated: 'You are no longer signed in.',
  tooLarge: 'The content is larger than the service takes.',
  unexpected: 'Something unexpected happened in this page.',
};
