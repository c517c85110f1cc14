import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  filename: 'Dateiname',
  mimeType: 'Dateityp',
  filesize: 'Dateigröße',
  width: 'Breite',
  height: 'Höhe',
  focalX: 'Fokuspunkt, waagerecht',
  focalY: 'Fokuspunkt, senkrecht',
  alt: 'Alternativtext',
  folder: 'Ordner',
  thumbhash: 'Vorschaufarben',
  checksum: 'Prüfsumme',
  url: 'Adresse',
  sizes: 'Größen',
  name: 'Name',
  parent: 'Übergeordneter Ordner',
  filenameHint: 'Die Endung richtet sich nach dem Dateityp. Mehrere Dateien dürfen gleich heißen.',
  altHint: 'Was das Bild zeigt, für Menschen, die es nicht sehen können.',
  folderHint: 'Der Ordner, in dem die Datei liegt.',
  nameHint: 'Der Name des Ordners. Mehrere Ordner dürfen gleich heißen.',
  parentHint: 'Der Ordner, in dem dieser liegt.',
  foldersOf: (plural) => `${plural}: Ordner`,
  folderOf: (singular) => `Ordner (${singular})`,
};
