import type { Translated } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: (label) => `Papierkorb: ${label}`,
  note: (days) =>
    plural(days, {
      one: 'Gelöschtes bleibt einen Tag hier und lässt sich so lange wiederherstellen.',
      other: 'Gelöschtes bleibt # Tage hier und lässt sich so lange wiederherstellen.',
    }),
  empty: 'Der Papierkorb ist leer',
  emptyText: 'Gelöschte Dokumente erscheinen hier.',
  untitled: 'Ohne Titel',
  document: 'Dokument',
  deleted: 'Gelöscht',
  by: 'Von',
  left: 'Verbleibt',
  actions: 'Aktionen',
  found: (count) => plural(count, { one: '# Dokument', other: '# Dokumente' }),
  daysLeft: (days) => plural(days, { zero: 'Weniger als ein Tag', one: 'Ein Tag', other: '# Tage' }),
  restore: 'Wiederherstellen',
  restoreNamed: (title) => `${title} wiederherstellen`,
  restored: (title) => `„${title}“ ist wieder da.`,
  open: 'Öffnen',
  conflictTitle: (title) => `„${title}“ kann nicht unverändert zurück`,
  conflictText: 'Ändern Sie, was im Weg ist, und stellen Sie es dann wieder her.',
  purge: 'Endgültig löschen',
  purgeNamed: (title) => `${title} endgültig löschen`,
  purgeTitle: (title) => `„${title}“ endgültig löschen?`,
  purgeText: 'Es lässt sich dann nicht mehr wiederherstellen, auch nicht die Entwürfe und der Verlauf.',
  purged: (title) => `„${title}“ ist endgültig gelöscht.`,
  emptyTrash: 'Papierkorb leeren',
  emptyTitle: (count, label) => `${count} ${label} endgültig löschen?`,
  emptyQuestion: 'Sie lassen sich dann nicht mehr wiederherstellen, auch nicht die Entwürfe und der Verlauf.',
  typeNumber: (count) => `Zur Bestätigung ${count} eingeben`,
  typeFirst: 'Geben Sie erst die Zahl ein.',
  emptied: (count) =>
    plural(count, {
      one: '# Dokument wurde endgültig gelöscht.',
      other: '# Dokumente wurden endgültig gelöscht.',
    }),
  close: 'Schließen',
};
