import { pluralIn } from '../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  you: 'You',
  otherUser: 'Another user',
  keyOfId: (id: string): string => `API key ${id}…`,
  noAccess: 'You do not have access to this page',
  noAccessText: (role: string): string =>
    `Your role (${role}) does not include this page. If you need it, ask somebody who manages users here.`,
  toDashboard: 'Go to the dashboard',
  unknownDevice: 'Unknown device',
  browserOn: (browser: string, system: string): string => `${browser} on ${system}`,
  unknownBrowserOn: (system: string): string => `Unknown browser on ${system}`,
  sessionList: 'Sessions',
  thisSession: 'This session',
  sessionAddress: 'Address',
  unknownAddress: 'unknown',
  lastSeen: 'Last seen',
  signedIn: 'Signed in',
  ends: 'Expires',
  endOthers: 'Sign out everywhere else',
  noOthers: 'There are no other sessions.',
  endOthersTitle: 'Sign out everywhere else?',
  endOthersText: (count: number): string =>
    plural(count, {
      one: 'One other session ends at once. What was not saved there is lost.',
      other: '# other sessions end at once. What was not saved there is lost.',
    }),
  endedOthers: (count: number): string =>
    plural(count, {
      zero: 'There were no other sessions.',
      one: 'One session has ended.',
      other: '# sessions have ended.',
    }),
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  rules: 'Password requirements',
  ruleLength: (count: number): string =>
    plural(count, { one: 'At least one character', other: 'At least # characters' }),
  ruleUppercase: 'An upper-case letter',
  ruleLowercase: 'A lower-case letter',
  ruleDigit: 'A digit',
  ruleSymbol: 'A symbol, such as ! or #',
  ruleNotEmail: 'Not the name in the email address',
  ruleMet: '(met)',
  ruleOpen: '(not yet)',
  email: 'Email',
  emailRequired: 'Enter an email address.',
  name: 'Name',
  nameText: 'Optional. It can be changed later.',
  role: 'Role',
  grantableText: 'You can give roles below your own.',
  save: 'Save',
  discard: 'Discard changes',
  nothingToSave: 'Nothing has changed.',
  changedMeanwhile: 'Somebody else has changed this account in the meantime. What you typed is still here.',
  loadTheirs: 'Load their version',
};
