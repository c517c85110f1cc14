import type { Translated } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: (label) => `Papierkorb: ${label}`,
  note: (days) =>
    plural(days, {
      one: 'Gelöschte Dokumente bleiben einen Tag hier und lassen sich so lange wiederherstellen.',
      other: 'Gelöschte Dokumente bleiben # Tage hier und lassen sich so lange wiederherstellen.',
    }),
  empty: 'Der Papierkorb ist leer',
  emptyText: 'Gelöschte Dokumente erscheinen hier.',
  untitled: 'Ohne Titel',
  document: 'Dokument',
  deleted: 'Gelöscht',
  by: 'Von',
  left: 'Noch',
  actions: 'Aktionen',
  found: (count) => plural(count, { one: '# Dokument', other: '# Dokumente' }),
  daysLeft: (days) => plural(days, { zero: 'Weniger als ein Tag', one: 'Ein Tag', other: '# Tage' }),
  restore: 'Wiederherstellen',
  restoreNamed: (title) => `${title} wiederherstellen`,
  restored: (title) => `„${title}“ wurde wiederhergestellt.`,
  open: 'Öffnen',
  conflictTitle: (title) => `„${title}“ kann nicht unverändert wiederhergestellt werden`,
  conflictText: 'Ändern Sie, was im Weg ist, und stellen Sie es dann wieder her.',
  purge: 'Endgültig löschen',
  purgeNamed: (title) => `${title} endgültig löschen`,
  purgeTitle: (title) => `„${title}“ endgültig löschen?`,
  purgeText: 'Das lässt sich nicht rückgängig machen. Auch die Entwürfe und der Verlauf werden gelöscht.',
  purged: (title) => `„${title}“ wurde endgültig gelöscht.`,
  emptyTrash: 'Papierkorb leeren',
  emptyTitle: (count, label) => `${count} ${label} endgültig löschen?`,
  emptyQuestion: 'Das lässt sich nicht rückgängig machen. Auch die Entwürfe und der Verlauf werden gelöscht.',
  typeNumber: (count) => `Zur Bestätigung ${count} eingeben`,
  typeFirst: 'Geben Sie erst die Zahl ein.',
  emptied: (count) =>
    plural(count, {
      one: '# Dokument wurde endgültig gelöscht.',
      other: '# Dokumente wurden endgültig gelöscht.',
    }),
  close: 'Schließen',
};
