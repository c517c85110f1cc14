import type { Translated } from '../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  required: 'Pflichtfeld',
  close: 'Schließen',
  cancel: 'Abbrechen',
  dismiss: 'Ausblenden',
  loading: 'Wird geladen …',
  retry: 'Erneut versuchen',
  errorTitle: 'Das konnte nicht geladen werden',
  requestId: (id) => `Anfrage ${id}`,
  never: 'Nie',
  pagination: 'Seiten',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  firstPage: 'Erste Seite',
  lastPage: 'Letzte Seite',
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  pageNumber: (page) => `Seite ${page}`,
  search: 'Suchen',
  clear: 'Leeren',
  noMatches: 'Nichts gefunden.',
  moreMatches: 'Es gibt mehr: Tippen Sie, um einzugrenzen.',
  notifications: 'Meldungen',
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt.',
};
