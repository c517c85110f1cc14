import type { Translated } from '../../../../i18n/catalogue.js';
import { pluralIn } from '../../../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  folders: 'Ordner',
  foldersIn: (name) => `Ordner in ${name}`,
  newFolder: 'Neuer Ordner',
  rename: 'Umbenennen',
  renameOf: (name) => `Den Ordner „${name}“ umbenennen`,
  deleteFolder: 'Ordner löschen',
  deleteOf: (name) => `Den Ordner „${name}“ löschen?`,
  deleteText: 'Nur ein leerer Ordner kann gelöscht werden.',
  deleted: 'Ordner gelöscht.',
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  save: 'Speichern',
  loading: 'Ordner werden geladen …',
  everywhere: 'Ergebnisse aus allen Ordnern.',
  move: 'Verschieben nach …',
  moveTitle: (count) => plural(count, { one: '# Datei verschieben', other: '# Dateien verschieben' }),
  moveAll: 'Alles verschieben, was passt',
  moveText: 'Was veröffentlicht ist, wird sofort verschoben; Entwürfe bleiben Entwürfe.',
  moveFolder: 'Verschieben',
  moveFolderOf: (name) => `Den Ordner „${name}“ verschieben`,
  movedFolder: (name, target) => `„${name}“ wurde nach „${target}“ verschoben.`,
  target: 'Ordner',
  moveNow: 'Verschieben',
  moving: (done, all) => `${done} von ${all} verschoben`,
  moved: (count, name) =>
    plural(count, {
      one: `# Datei wurde nach „${name}“ verschoben.`,
      other: `# Dateien wurden nach „${name}“ verschoben.`,
    }),
  notMoved: (count) =>
    plural(count, {
      one: '# Datei konnte nicht verschoben werden:',
      other: '# Dateien konnten nicht verschoben werden:',
    }),
};
