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
  internal: 'Auf dem Server ist etwas fehlgeschlagen. Sein Protokoll sagt mehr.',
  invalidCredentials: 'E-Mail oder Passwort stimmt nicht.',
  notFound: 'Es existiert nicht, oder Sie dürfen es nicht sehen.',
  forbidden: 'Nicht erlaubt.',
  draftsForbidden: 'Sie dürfen hier keine Entwürfe sehen.',
  unauthenticated: 'Niemand ist mehr angemeldet.',
  tooLarge: 'Der Inhalt ist größer, als der Dienst annimmt.',
  unexpected: 'Auf dieser Seite ist etwas Unerwartetes passiert.',
};
