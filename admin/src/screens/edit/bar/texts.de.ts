import type { Translated } from '../../../i18n/catalogue.js';
import { pluralIn } from '../../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  bar: 'Dieses Dokument',
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  notSaved: 'Nicht gespeichert',
  skipToActions: 'Direkt zu den Aktionen',
  previous: 'Voriges der Liste',
  next: 'Nächstes der Liste',
  isFirst: 'Dies ist das erste.',
  isLast: 'Dies ist das letzte.',
  saveAndNew: 'Speichern und weiteres anlegen',
  undo: 'Rückgängig',
  yourself: 'Ihnen, in einem anderen Fenster,',
  othersRead: (names, count) =>
    plural(count, { one: `${names} ist auch hier`, other: `${names} sind auch hier` }),
  othersEdit: (names, count) =>
    plural(count, { one: `${names} bearbeitet dies`, other: `${names} bearbeiten dies` }),
  changedBy: (name, when) => `Geändert von ${name} ${when}.`,
  activity: 'Aktivität',
};
