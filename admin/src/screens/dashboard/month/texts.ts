import { textsOf } from '../../../i18n/catalogue.js';

export const monthTexts = textsOf(
  {
    title: (month: string): string => `Scheduled in ${month}`,
    next: 'Next scheduled',
    today: 'Today',
    none: 'Nothing is scheduled in this month.',
    publishes: 'becomes public',
    unpublishes: 'stops being public',
    failed: 'failed',
    untitled: 'Untitled',
  },
  {
    title: (month) => `Geplant im ${month}`,
    next: 'Nächste Planung',
    today: 'Heute',
    none: 'In diesem Monat ist nichts geplant.',
    publishes: 'wird öffentlich',
    unpublishes: 'ist nicht mehr öffentlich',
    failed: 'fehlgeschlagen',
    untitled: 'Ohne Titel',
  },
);
