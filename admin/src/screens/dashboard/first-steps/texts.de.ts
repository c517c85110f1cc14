import type { Translated } from '../../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Erste Schritte',
  progress: (done, all) => `${done} von ${all} erledigt`,
  putAway: 'Ausblenden',
  done: 'Erledigt:',
  open: 'Offen:',
  document: 'Erstes Dokument schreiben',
  documentOf: (label) => `Erstes Dokument schreiben: ${label}`,
  documentText: 'So lernen Sie den Editor am besten kennen.',
  invite: 'Jemanden einladen',
  inviteText: 'Per E-Mail, mit der passenden Rolle.',
  key: 'API-Schlüssel anlegen',
  keyText: 'Für die Website, die die Inhalte zeigt.',
  preview: 'Vorschau einrichten',
  previewText: 'Zeigt Entwürfe auf Ihrer Website. Sie wird in der Konfiguration eingerichtet.',
};
