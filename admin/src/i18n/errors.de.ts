import type { Translated } from './catalogue.js';
import type { en } from './errors.en.js';
import { pluralIn } from './plural.js';

const plural = pluralIn('de');

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
  unauthenticated: 'Sie sind nicht mehr angemeldet.',
  tooLarge: 'Das ist größer, als der Dienst erlaubt.',
  unexpected:
    'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu, und versuchen Sie es noch einmal.',
};
