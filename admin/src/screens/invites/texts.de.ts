import type { Translated } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: 'Einladungen',
  note: 'Laden Sie jemanden per E-Mail ein. Über den Link, der 7 Tage lang und nur einmal gilt, wählt die Person ihr Passwort.',
  invite: 'Jemanden einladen',
  inviteTitle: 'Jemanden einladen',
  inviteText:
    'Die Person bekommt eine E-Mail mit einem Link. Er gilt auch, während die Registrierung aus ist.',
  email: 'E-Mail',
  role: 'Rolle',
  send: 'Einladung verschicken',
  sent: (email) => `Die Einladung an ${email} ist unterwegs.`,
  status: 'Status',
  pending: 'Offen',
  accepted: 'Angenommen',
  expired: 'Abgelaufen',
  expires: 'Link läuft ab',
  by: 'Eingeladen von',
  actions: 'Aktionen',
  resend: 'Erneut senden',
  resendNamed: (email) => `Erneut an ${email} senden`,
  resent: (email) => `Eine neue E-Mail an ${email} ist unterwegs; der frühere Link gilt nicht mehr.`,
  revoke: 'Widerrufen',
  revokeNamed: (email) => `Einladung an ${email} widerrufen`,
  revokeTitle: (email) => `Einladung an ${email} widerrufen?`,
  revokeText: 'Der Link in der E-Mail gilt dann nicht mehr.',
  revoked: (email) => `Die Einladung an ${email} wurde widerrufen.`,
  empty: 'Noch keine Einladungen',
  emptyText: 'Wen Sie einladen, bekommt eine E-Mail und wählt ein Passwort.',
  off: 'Einladungen sind in der Konfiguration dieses Dienstes ausgeschaltet.',
  found: (count) => plural(count, { one: 'Eine Einladung', other: '# Einladungen' }),
};
