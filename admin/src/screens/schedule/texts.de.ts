import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Planung',
  note: 'Was automatisch veröffentlicht oder zurückgezogen wird.',
  when: 'Wann',
  what: 'Aktion',
  document: 'Dokument',
  kind: 'Sammlung',
  publishes: 'Veröffentlichen',
  unpublishes: 'Zurückziehen',
  failed: 'Fehlgeschlagen',
  untitled: 'Ohne Titel',
  actions: 'Aktionen',
  cancelOf: (title) => `Planung von ${title} aufheben`,
  cancelTitle: (title) => `Die Planung von „${title}“ aufheben?`,
  cancelPublish: (time) =>
    `Das Dokument wird nicht veröffentlicht (${time}). Sein Inhalt bleibt als Entwurf.`,
  cancelUnpublish: (time) => `Das Dokument wird nicht zurückgezogen (${time}).`,
  cancelEnd: (time) => `Auch das Zurückziehen entfällt (${time}).`,
  cancel: 'Planung aufheben',
  keep: 'Beibehalten',
  cancelled: (title) => `Die Planung von „${title}“ wurde aufgehoben.`,
  planChanged: (title) =>
    `Die Planung von „${title}“ hat sich inzwischen geändert. Es wurde nichts aufgehoben.`,
  empty: 'Es ist nichts geplant',
  emptyText:
    'Um ein Dokument zu planen, öffnen Sie es und wählen unter „Weitere Aktionen“ den Punkt „Planen …“.',
};
