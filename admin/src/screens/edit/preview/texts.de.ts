import type { en } from './texts.en.js';

export const de: typeof en = {
  open: 'Vorschau',
  live: 'Live-Vorschau',
  endLive: 'Live-Vorschau schließen',
  none: 'Keine Seite zeigt dieses Dokument.',
  frame: 'Live-Vorschau der Seite',
  widths: 'Breite der Seite',
  desktop: 'Computer',
  tablet: 'Tablet',
  phone: 'Telefon',
};
