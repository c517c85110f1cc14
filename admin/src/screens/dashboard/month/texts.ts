import { textsOf } from '../../../i18n/catalogue.js';

export const monthTexts = textsOf(
  {
    title: (month: string): string => `Planned in ${month}`,
    next: 'Next planned',
    none: 'Nothing is planned in this month.',
    publishes: 'becomes public',
    unpublishes: 'stops being public',
    failed: 'failed',
    untitled: 'Untitled',
  },
  {
    title: (month) => `Geplant im ${month}`,
    next: 'Nächste Planung',
    none: 'In diesem Monat ist nichts geplant.',
    publishes: 'wird öffentlich',
    unpublishes: 'ist nicht mehr öffentlich',
    failed: 'fehlgeschlagen',
    untitled: 'Ohne Titel',
  },
);
