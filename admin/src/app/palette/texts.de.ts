import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Suchen und öffnen',
  label: 'Dokumente, Aktionen und Seiten suchen',
  placeholder: 'Suchen oder öffnen …',
  documents: 'Dokumente',
  actions: 'Aktionen',
  screens: 'Seiten',
  create: (label) => `${label} anlegen`,
  trash: (label) => `Papierkorb: ${label}`,
  untitled: 'Ohne Titel',
  searching: 'Suche läuft …',
  nothing: 'Nichts gefunden.',
  found: (count) => (count === 1 ? 'Ein Treffer' : `${count} Treffer`),
  leftOut: (labels) => `Nicht durchsucht, da es zu viele Sammlungen sind: ${labels}.`,
  failed: 'Die Dokumente konnten nicht durchsucht werden.',
  hint: 'Mit den Pfeiltasten wählen, mit der Eingabetaste öffnen.',
};
