import { pluralIn } from '../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  title: 'Invitations',
  note: 'Invite people by email. They choose a password with the link, which works once and for 7 days.',
  invite: 'Invite somebody',
  inviteTitle: 'Invite somebody',
  inviteText: 'They get an email with a link. It works even while registration is off.',
  email: 'Email',
  role: 'Role',
  send: 'Send invitation',
  sent: (email: string): string => `The invitation to ${email} is on its way.`,
  status: 'Status',
  pending: 'Pending',
  accepted: 'Accepted',
  expired: 'Expired',
  expires: 'Link expires',
  by: 'Invited by',
  actions: 'Actions',
  resend: 'Send again',
  resendNamed: (email: string): string => `Send again to ${email}`,
  resent: (email: string): string =>
    `A new email to ${email} is on its way; the earlier link no longer works.`,
  revoke: 'Revoke',
  revokeNamed: (email: string): string => `Revoke the invitation to ${email}`,
  revokeTitle: (email: string): string => `Revoke the invitation to ${email}?`,
  revokeText: 'The link in the email stops working.',
  revoked: (email: string): string => `The invitation to ${email} was revoked.`,
  empty: 'No invitations yet',
  emptyText: 'People you invite get an email and choose a password.',
  off: 'Invitations are switched off in the configuration of this service.',
  found: (count: number): string => plural(count, { one: 'One invitation', other: '# invitations' }),
};
