import { pluralIn } from '../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  title: 'Dashboard',
  collections: 'Collections',
  documents: (count: number): string => plural(count, { one: '# document', other: '# documents' }),
  create: (label: string): string => `New ${label}`,
  drafts: 'Drafts',
  mine: 'Mine',
  nothingMine: 'You have not changed anything lately.',
  toReview: 'To review',
  nothingToReview: 'No drafts by others are waiting for you.',
  noDrafts: 'No drafts are waiting.',
  allDrafts: (count: number): string => `All drafts (${plural(count, { one: '#', other: '#' })})`,
  allDraftsOf: (count: number, label: string): string =>
    `All drafts: ${label} (${plural(count, { one: '#', other: '#' })})`,
  recent: 'Recent changes',
  noRecent: 'No changes yet.',
  scheduled: 'Scheduled',
  noScheduled: 'Nothing is scheduled.',
  publishes: 'Publishes',
  unpublishes: 'Unpublishes',
  failed: 'Failed',
  untitled: 'Untitled',
  welcome: 'There is nothing here for you yet',
  welcomeText: 'An administrator decides what you may see. Ask for access if you expected something else.',
};
