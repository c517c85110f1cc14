import type { Translated } from '../../../i18n/catalogue.js';
import { pluralIn } from '../../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: 'Erste Schritte',
  progress: (done, all) => `${done} von ${all} erledigt`,
  putAway: 'Ausblenden',
  done: 'Erledigt:',
  open: 'Offen:',
  model: 'Inhaltsmodell gefunden',
  modelText: (count) =>
    plural(count, { one: 'Der Dienst hat # Sammlung.', other: 'Der Dienst hat # Sammlungen.' }),
  document: 'Das erste Dokument schreiben',
  documentOf: (label) => `Das erste Dokument schreiben: ${label}`,
  documentText: 'Alles andere probiert sich am besten mit etwas Inhalt.',
  invite: 'Jemanden einladen',
  inviteText: 'Per E-Mail, mit der passenden Rolle.',
  key: 'Einen API-Schlüssel anlegen',
  keyText: 'Für die Website oder das Programm, das die Inhalte liest.',
  preview: 'Die Vorschau einrichten',
  previewText:
    'Dann erscheinen Entwürfe auf der Seite Ihrer Website. Eine Entwicklerin oder ein Entwickler setzt dafür admin.preview in der Konfiguration.',
};
