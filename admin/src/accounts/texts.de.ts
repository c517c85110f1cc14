import type { Translated } from '../i18n/catalogue.js';
import { pluralIn } from '../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  you: 'Sie',
  otherUser: 'Anderer Benutzer',
  keyOfId: (id) => `API-Schlüssel ${id}…`,
  noAccess: 'Sie haben keinen Zugriff auf diese Seite',
  noAccessText: (role) =>
    `Ihre Rolle (${role}) umfasst diese Seite nicht. Wenn Sie sie brauchen, fragen Sie jemanden, der hier die Benutzer verwaltet.`,
  toDashboard: 'Zur Übersicht',
  unknownDevice: 'Unbekanntes Gerät',
  browserOn: (browser, system) => `${browser} unter ${system}`,
  unknownBrowserOn: (system) => `Unbekannter Browser unter ${system}`,
  sessionList: 'Sitzungen',
  thisSession: 'Diese Sitzung',
  sessionAddress: 'Adresse',
  unknownAddress: 'unbekannt',
  lastSeen: 'Zuletzt gesehen',
  signedIn: 'Angemeldet',
  ends: 'Läuft ab',
  endOthers: 'Überall sonst abmelden',
  noOthers: 'Es gibt keine anderen Sitzungen.',
  endOthersTitle: 'Überall sonst abmelden?',
  endOthersText: (count) =>
    plural(count, {
      one: 'Eine andere Sitzung endet sofort. Was dort nicht gespeichert ist, geht verloren.',
      other: '# andere Sitzungen enden sofort. Was dort nicht gespeichert ist, geht verloren.',
    }),
  endedOthers: (count) =>
    plural(count, {
      zero: 'Es gab keine anderen Sitzungen.',
      one: 'Eine Sitzung ist beendet.',
      other: '# Sitzungen sind beendet.',
    }),
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  rules: 'Anforderungen an das Passwort',
  ruleLength: (count) => plural(count, { one: 'Mindestens ein Zeichen', other: 'Mindestens # Zeichen' }),
  ruleUppercase: 'Ein Großbuchstabe',
  ruleLowercase: 'Ein Kleinbuchstabe',
  ruleDigit: 'Eine Ziffer',
  ruleSymbol: 'Ein Sonderzeichen, etwa ! oder #',
  ruleNotEmail: 'Nicht der Name aus der E-Mail-Adresse',
  ruleMet: '(erfüllt)',
  ruleOpen: '(noch nicht)',
  email: 'E-Mail',
  emailRequired: 'Geben Sie eine E-Mail-Adresse ein.',
  name: 'Name',
  nameText: 'Freiwillig. Der Name lässt sich später ändern.',
  role: 'Rolle',
  grantableText: 'Sie können Rollen unter Ihrer eigenen vergeben.',
  save: 'Speichern',
  discard: 'Änderungen verwerfen',
  nothingToSave: 'Es hat sich nichts geändert.',
  changedMeanwhile:
    'Jemand anderes hat dieses Konto inzwischen geändert. Was Sie eingegeben haben, ist noch da.',
  loadTheirs: 'Andere Fassung laden',
};
