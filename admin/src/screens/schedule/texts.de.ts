import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Planung',
  note: 'Was von selbst öffentlich wird, und was nicht mehr öffentlich ist.',
  when: 'Wann',
  what: 'Was',
  document: 'Dokument',
  kind: 'Art',
  publishes: 'Wird öffentlich',
  unpublishes: 'Ist nicht mehr öffentlich',
  failed: 'Fehlgeschlagen',
  untitled: 'Ohne Titel',
  actions: 'Aktionen',
  cancelOf: (title) => `Planung von ${title} aufheben`,
  cancelTitle: (title) => `Die Planung von „${title}“ aufheben?`,
  cancelPublish: (time) =>
    `Das Dokument wird nicht von selbst öffentlich: ${time}. Das Geschriebene bleibt als Entwurf.`,
  cancelUnpublish: (time) => `Das Dokument bleibt öffentlich, auch nach: ${time}.`,
  cancelEnd: (time) => `Auch das Ende wird aufgehoben: ${time}.`,
  cancel: 'Planung aufheben',
  keep: 'Beibehalten',
  cancelled: (title) => `Die Planung von „${title}“ wurde aufgehoben.`,
  planChanged: (title) =>
    `Die Planung von „${title}“ hat sich inzwischen geändert. Es wurde nichts aufgehoben.`,
  empty: 'Es ist nichts geplant',
  emptyText: 'Ein Dokument wird in seinem Menü „Weitere Aktionen“ geplant.',
};
