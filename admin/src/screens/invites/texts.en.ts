import { pluralIn } from '../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  title: 'Invitations',
  note: 'Bring somebody in by mail: they choose a password by the link, which works for 7 days, and only once.',
  invite: 'Invite somebody',
  inviteTitle: 'Invite somebody',
  inviteText: 'They get a mail with a link. It works also while registration is off.',
  email: 'Email',
  role: 'Role',
  send: 'Send invitation',
  sent: (email: string): string => `The invitation to ${email} is on its way.`,
  status: 'State',
  pending: 'Pending',
  accepted: 'Accepted',
  expired: 'Expired',
  expires: 'Link ends',
  by: 'Invited by',
  actions: 'Actions',
  resend: 'Send again',
  resendNamed: (email: string): string => `Send again to ${email}`,
  resent: (email: string): string =>
    `A new mail to ${email} is on its way; the earlier link no longer works.`,
  revoke: 'Take back',
  revokeNamed: (email: string): string => `Take back the invitation to ${email}`,
  revokeTitle: (email: string): string => `Take back the invitation to ${email}?`,
  revokeText: 'The link in the mail does not work any more.',
  revoked: (email: string): string => `The invitation to ${email} is taken back.`,
  empty: 'No invitations',
  emptyText: 'The person you invite gets an email and chooses a password.',
  off: 'Invitations are switched off in the configuration of this service.',
  found: (count: number): string => plural(count, { one: 'One invitation', other: '# invitations' }),
};
