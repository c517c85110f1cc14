import { textsOf } from '../../../i18n/catalogue.js';

export const monthTexts = textsOf(
  {
    title: (month: string): string => `Scheduled in ${month}`,
    next: 'Next scheduled',
    today: 'Today',
    none: 'Nothing is scheduled in this month.',
    publishes: 'is published',
    unpublishes: 'is unpublished',
    failed: 'failed',
    untitled: 'Untitled',
  },
  {
    title: (month) => `Geplant im ${month}`,
    next: 'Nächste Planung',
    today: 'Heute',
    none: 'In diesem Monat ist nichts geplant.',
    publishes: 'wird veröffentlicht',
    unpublishes: 'wird zurückgezogen',
    failed: 'fehlgeschlagen',
    untitled: 'Ohne Titel',
  },
);
