import { pluralIn } from './plural.js';

const plural = pluralIn('en');

/** What an access rule decides on. */
export type Operation = 'read' | 'create' | 'update' | 'delete' | 'purge';

const anything: Readonly<Record<Operation, string>> = {
  read: 'see',
  create: 'create anything in',
  update: 'change anything in',
  delete: 'delete anything in',
  purge: 'delete anything for good in',
};

/** “In this way”: a rule may look at the new values. */
const thisDocument: Readonly<Record<Operation, string>> = {
  read: 'see this document',
  create: 'create this document in this way',
  update: 'change this document in this way',
  delete: 'delete this document',
  purge: 'delete this document for good',
};

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
  noPermission: 'You do not have permission to do this.',
  roleForbidden: (operation: Operation, label: string): string =>
    `Your role does not let you ${anything[operation]} “${label}”.`,
  documentForbidden: (operation: Operation, label: string): string =>
    `The rules for “${label}” do not let you ${thisDocument[operation]}.`,
  unauthenticated: 'You are no longer signed in.',
  tooLarge: 'This is larger than the service allows.',
  unexpected: 'Something went wrong on this page. Reload it and try again.',
};
