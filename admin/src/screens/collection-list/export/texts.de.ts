import type { Translated } from '../../../i18n/catalogue.js';
import { pluralIn } from '../../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: 'Exportieren',
  text: 'Alles, was Suche und Filter finden, in dieser Reihenfolge.',
  selection: (count) =>
    plural(count, { one: 'Das ausgewählte Dokument.', other: 'Die # ausgewählten Dokumente.' }),
  format: 'Format',
  csv: 'CSV, für Tabellenprogramme',
  json: 'JSON, für Programme',
  fields: 'Felder',
  columns: 'Die Spalten dieser Ansicht',
  all: 'Alle Felder',
  start: 'Exportieren',
  running: (done) => `Bisher ${done} exportiert …`,
  done: (count) =>
    plural(count, {
      zero: 'Es gab nichts zu exportieren.',
      one: '# Dokument wurde exportiert.',
      other: '# Dokumente wurden exportiert.',
    }),
  failed: 'Der Export wurde angehalten:',
};
