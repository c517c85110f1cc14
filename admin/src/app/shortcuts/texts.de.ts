import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  control: 'Strg',
  shift: 'Umschalt',
  everywhere: 'Überall',
  palette: 'Dokumente, Aktionen und Seiten suchen',
  help: 'Diese Liste',
  close: 'Schließen, was offen ist',
  lists: 'In einer Liste',
  rows: 'Vorherige oder nächste Zeile',
  cells: 'Vorheriges oder nächstes Element der Zeile',
  width: 'Breite einer Spalte, auf ihrer Überschrift',
  documents: 'In einem Dokument',
  save: 'Speichern',
  publish: 'Veröffentlichen',
  moveRow: 'Zeile oder Block verschieben, auf der Überschrift',
  back: 'Zurück zur Liste',
  texts: 'In einem Text mit Formatierung',
  insert: 'Überschrift, Tabelle, Bild oder Block einfügen',
  toolbar: 'Zur Werkzeugleiste',
  link: 'Link',
  bold: 'Fett',
  full: 'Im ganzen Fenster schreiben',
  questionMark: 'Diese Liste mit ? öffnen',
};
