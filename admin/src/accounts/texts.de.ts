import type { Translated } from '../i18n/catalogue.js';
import { pluralIn } from '../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  you: 'Sie',
  keyOfId: (id) => `API-Schlüssel ${id}…`,
  noAccess: 'Das dürfen Sie nicht sehen',
  noAccessText: (role) =>
    `Ihre Rolle, ${role}, öffnet diese Seite nicht. Wenn Sie sie brauchen, fragen Sie jemanden, der hier die Benutzer verwaltet.`,
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
  ends: 'Endet von selbst',
  endOthers: 'Überall sonst abmelden',
  noOthers: 'Es gibt keine andere Sitzung.',
  endOthersTitle: 'Überall sonst abmelden?',
  endOthersText: (count) =>
    plural(count, {
      one: 'Eine andere Sitzung endet sofort. Was dort nicht gespeichert ist, geht verloren.',
      other: '# andere Sitzungen enden sofort. Was dort nicht gespeichert ist, geht verloren.',
    }),
  endedOthers: (count) =>
    plural(count, {
      zero: 'Es gab keine andere Sitzung mehr.',
      one: 'Eine Sitzung ist beendet.',
      other: '# Sitzungen sind beendet.',
    }),
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  rules: 'Was das Passwort braucht',
  ruleLength: (count) => plural(count, { one: 'Mindestens ein Zeichen', other: 'Mindestens # Zeichen' }),
  ruleUppercase: 'Einen Großbuchstaben',
  ruleLowercase: 'Einen Kleinbuchstaben',
  ruleDigit: 'Eine Ziffer',
  ruleSymbol: 'Ein Sonderzeichen, etwa ! oder #',
  ruleNotEmail: 'Nicht den Namen aus der E-Mail',
  ruleMet: '(erfüllt)',
  ruleOpen: '(noch nicht)',
  email: 'E-Mail',
  emailRequired: 'Geben Sie die E-Mail der Person ein.',
  name: 'Name',
  nameText: 'Freiwillig. Er lässt sich später ändern.',
  role: 'Rolle',
  grantableText: 'Sie können Rollen unter Ihrer eigenen vergeben.',
  save: 'Speichern',
  discard: 'Änderungen verwerfen',
  nothingToSave: 'Es hat sich nichts geändert.',
  changedMeanwhile:
    'Jemand anderes hat dieses Konto inzwischen geändert. Was Sie eingegeben haben, ist noch da.',
  loadTheirs: 'Andere Fassung laden',
};
