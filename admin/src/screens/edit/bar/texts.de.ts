import type { en } from './texts.en.js';

export const de: typeof en = {
  bar: 'Dieses Dokument',
  saved: 'Gespeichert',
  saving: 'Wird gespeichert…',
  notSaved: 'Nicht gespeichert',
  skipToActions: 'Direkt zu den Aktionen',
  previous: 'Voriges der Liste',
  next: 'Nächstes der Liste',
  isFirst: 'Dies ist das erste.',
  isLast: 'Dies ist das letzte.',
  saveAndNew: 'Speichern und neu',
  undo: 'Rückgängig',
};
