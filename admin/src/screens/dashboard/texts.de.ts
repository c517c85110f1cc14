import type { Translated } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  title: 'Übersicht',
  collections: 'Sammlungen',
  documents: (count) => plural(count, { one: '# Dokument', other: '# Dokumente' }),
  create: (label) => `Neu: ${label}`,
  drafts: 'Entwürfe',
  mine: 'Von mir',
  nothingMine: 'Sie haben zuletzt nichts geändert.',
  toReview: 'Zur Prüfung',
  nothingToReview: 'Es warten keine Entwürfe anderer auf Sie.',
  noDrafts: 'Es warten keine Entwürfe.',
  allDrafts: (count) => `Alle Entwürfe (${plural(count, { one: '#', other: '#' })})`,
  allDraftsOf: (count, label) => `Alle Entwürfe: ${label} (${plural(count, { one: '#', other: '#' })})`,
  recent: 'Letzte Änderungen',
  noRecent: 'Es wurde noch nichts geschrieben.',
  scheduled: 'Geplant',
  noScheduled: 'Nichts ist geplant.',
  publishes: 'Wird veröffentlicht',
  unpublishes: 'Wird zurückgezogen',
  failed: 'Fehlgeschlagen',
  untitled: 'Ohne Titel',
  welcome: 'Hier gibt es noch nichts für Sie',
  welcomeText:
    'Wer die Verwaltung hat, entscheidet, was Sie sehen. Bitten Sie um Zugang, wenn Sie anderes erwartet haben.',
};
