import type { Translated } from '../../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: (documents, field) => `${documents} nach ${field}`,
  documents: 'Dokumente',
  none: 'Nicht ausgefüllt',
  yes: 'Ja',
  no: 'Nein',
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  status: 'Status',
  created: 'Angelegt',
  changed: 'Geändert',
  id: 'ID',
  quarter: (quarter, year) => `${quarter}. Quartal ${year}`,
  week: (week, year) => `Woche ${week}, ${year}`,
  sum: (field) => `${field}, Summe`,
  avg: (field) => `${field}, Durchschnitt`,
  min: (field) => `${field}, Minimum`,
  max: (field) => `${field}, Maximum`,
  countDistinct: (field) => `${field}, verschiedene Werte`,
  empty: 'Es gibt noch nichts zu zählen.',
  newest: (count) => `Die ${count} neuesten`,
  largest: (count) => `Die ersten ${count}`,
  failed: 'Die Zahlen konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
};
