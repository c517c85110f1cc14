import type { en } from './texts.en.js';

export const de: typeof en = {
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
  empty: 'Es ist nichts geplant',
  emptyText: 'Ein Dokument wird in seinem Menü „Weitere Aktionen“ geplant.',
};
