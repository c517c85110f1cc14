import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Suchen und öffnen',
  label: 'Dokumente, Aktionen und Seiten suchen',
  placeholder: 'Ein Wort, ein Titel, oder was zu tun ist',
  documents: 'Dokumente',
  actions: 'Aktionen',
  screens: 'Seiten',
  create: (label) => `Neu: ${label}`,
  trash: (label) => `Papierkorb: ${label}`,
  untitled: 'Ohne Titel',
  searching: 'Suche läuft …',
  nothing: 'Nichts gefunden.',
  found: (count) => (count === 1 ? 'Ein Treffer' : `${count} Treffer`),
  failed: 'Die Dokumente ließen sich nicht durchsuchen.',
  hint: 'Pfeiltasten wählen, die Eingabetaste öffnet.',
};
