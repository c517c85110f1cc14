import type { Translated } from './catalogue.js';
import type { en, Operation } from './errors.en.js';
import { pluralIn } from './plural.js';

const plural = pluralIn('de');

const deeds: Readonly<Record<Operation, string>> = {
  read: 'zu sehen',
  create: 'anzulegen',
  update: 'zu ändern',
  delete: 'zu löschen',
  purge: 'endgültig zu löschen',
};

/** “So”: a rule may look at the new values. */
const manner: Readonly<Partial<Record<Operation, string>>> = { create: 'so ', update: 'so ' };

export const de: Translated<typeof en> = {
  network:
    'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung; auf dieser Seite geht nichts verloren.',
  timeout: 'Der Dienst hat nicht rechtzeitig geantwortet.',
  aborted: 'Abgebrochen.',
  unavailable: 'Der Dienst oder seine Datenbank ist gerade nicht verfügbar.',
  rateLimited: (seconds) =>
    `Zu viele Anfragen. Versuchen Sie es in ${plural(seconds, { one: 'einer Sekunde', other: '# Sekunden' })} wieder.`,
  accountLocked: (minutes) =>
    `Zu viele Fehlversuche: Das Konto ist für ${plural(minutes, { one: 'eine Minute', other: '# Minuten' })} gesperrt.`,
  internal:
    'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es erneut; hilft das nicht, sagen Sie es der Administration.',
  invalidCredentials: 'E-Mail oder Passwort ist falsch.',
  notFound: 'Es existiert nicht, oder Sie haben keinen Zugriff darauf.',
  forbidden: 'Nicht erlaubt.',
  draftsForbidden: 'Sie haben hier keinen Zugriff auf Entwürfe.',
  noPermission: 'Sie haben keine Berechtigung dafür.',
  roleForbidden: (operation, label) =>
    `Ihre Rolle erlaubt Ihnen nicht, in „${label}“ etwas ${deeds[operation]}.`,
  documentForbidden: (operation, label) =>
    `Die Regeln für „${label}“ erlauben Ihnen nicht, dieses Dokument ${manner[operation] ?? ''}${deeds[operation]}.`,
  unauthenticated: 'Sie sind nicht mehr angemeldet.',
  tooLarge: 'Das ist größer, als der Dienst erlaubt.',
  unexpected:
    'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu, und versuchen Sie es noch einmal.',
};
