import type { Translated } from '../../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  views: 'Ansichten',
  all: 'Alle',
  isDefault: 'öffnet sich zuerst',
  isShared: 'mit Ihnen geteilt',
  save: 'Speichern',
  saveAs: 'Speichern als …',
  saveView: 'Diese Ansicht speichern …',
  edit: 'Diese Ansicht bearbeiten …',
  makeDefault: 'Liste mit dieser Ansicht öffnen',
  noDefault: 'Liste mit allen Dokumenten öffnen',
  delete: 'Diese Ansicht löschen …',
  copyLink: 'Link zu dieser Ansicht kopieren',
  saveTitle: 'Ansicht speichern',
  saveText: 'Filter, Suche, Reihenfolge, Spalten und Zahl der Zeilen werden unter diesem Namen gespeichert.',
  editTitle: 'Ansicht bearbeiten',
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  shareWith: 'Teilen mit',
  shareText:
    'Benutzer mit diesen Rollen sehen die Ansicht. Alle sehen nur, was sie lesen dürfen, und nur Sie können sie ändern.',
  saved: (name) => `Die Ansicht „${name}“ wurde gespeichert.`,
  deleted: (name) => `Die Ansicht „${name}“ wurde gelöscht.`,
  deleteTitle: (name) => `Die Ansicht „${name}“ löschen?`,
  deleteText: 'Dokumente bleiben, wie sie sind.',
  deleteShared: (roles) =>
    `Dokumente bleiben, wie sie sind. Benutzer mit diesen Rollen sehen die Ansicht nicht mehr: ${roles}.`,
  dropped: (parts) =>
    `Diese Ansicht wird ohne einige ihrer Teile gezeigt, da Sie sie nicht verwenden dürfen oder es sie nicht mehr gibt: ${parts}.`,
  droppedFilter: (path) => `Filter nach ${path}`,
  droppedOrder: (path) => `Reihenfolge nach ${path}`,
  droppedColumn: (path) => `Spalte ${path}`,
  droppedSearch: 'Suche',
};
