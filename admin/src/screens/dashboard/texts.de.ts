import type { Translated } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: 'Übersicht',
  collections: 'Sammlungen',
  documents: (count) => plural(count, { one: '# Dokument', other: '# Dokumente' }),
  create: (label) => `${label} anlegen`,
  drafts: 'Entwürfe',
  mine: 'Von mir',
  nothingMine: 'Sie haben zuletzt nichts geändert.',
  toReview: 'Zur Prüfung',
  nothingToReview: 'Es warten keine Entwürfe von anderen auf Sie.',
  noDrafts: 'Es warten keine Entwürfe.',
  allDrafts: (count) => `Alle Entwürfe (${plural(count, { one: '#', other: '#' })})`,
  allDraftsOf: (count, label) => `Alle Entwürfe: ${label} (${plural(count, { one: '#', other: '#' })})`,
  recent: 'Letzte Änderungen',
  noRecent: 'Noch keine Änderungen.',
  scheduled: 'Geplant',
  noScheduled: 'Nichts ist geplant.',
  publishes: 'Wird veröffentlicht',
  unpublishes: 'Wird zurückgezogen',
  failed: 'Fehlgeschlagen',
  untitled: 'Ohne Titel',
  welcome: 'Hier gibt es noch nichts für Sie',
  welcomeText:
    'Eine Administratorin oder ein Administrator legt fest, was Sie sehen. Bitten Sie um Zugriff, wenn Sie etwas anderes erwartet haben.',
};
