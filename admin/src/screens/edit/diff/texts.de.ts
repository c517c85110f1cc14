import type { Translated } from '../../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  none: 'Keine Unterschiede.',
  formatting: 'Nur die Formatierung hat sich geändert.',
  before: 'Vorher:',
  after: 'Nachher:',
  added: 'Neu',
  removed: 'Entfernt',
  changed: 'Geändert',
  moved: 'Verschoben',
  unchanged: (count) =>
    count === 1 ? 'Ein Eintrag ist unverändert.' : `${count} Einträge sind unverändert.`,
  empty: 'leer',
  row: (position) => `Zeile ${position}`,
};
