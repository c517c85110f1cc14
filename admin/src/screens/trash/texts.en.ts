import { pluralIn } from '../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  title: (label: string): string => `Trash: ${label}`,
  note: (days: number): string =>
    plural(days, {
      one: 'Deleted documents stay here for a day and can be restored until then.',
      other: 'Deleted documents stay here for # days and can be restored until then.',
    }),
  empty: 'The trash is empty',
  emptyText: 'Deleted documents appear here.',
  untitled: 'Untitled',
  document: 'Document',
  deleted: 'Deleted',
  by: 'By',
  left: 'Time left',
  actions: 'Actions',
  found: (count: number): string => plural(count, { one: '# document', other: '# documents' }),
  daysLeft: (days: number): string =>
    plural(days, { zero: 'Less than a day', one: 'One day', other: '# days' }),
  restore: 'Restore',
  restoreNamed: (title: string): string => `Restore ${title}`,
  restored: (title: string): string => `“${title}” was restored.`,
  open: 'Open',
  conflictTitle: (title: string): string => `“${title}” cannot be restored as it was`,
  conflictText: 'Change what is in the way, then restore it.',
  purge: 'Delete for good',
  purgeNamed: (title: string): string => `Delete ${title} for good`,
  purgeTitle: (title: string): string => `Delete “${title}” for good?`,
  purgeText: 'This cannot be undone. Its drafts and history are deleted too.',
  purged: (title: string): string => `“${title}” was deleted for good.`,
  emptyTrash: 'Empty the trash',
  emptyTitle: (count: string, label: string): string => `Delete ${count} ${label} for good?`,
  emptyQuestion: 'This cannot be undone. Their drafts and history are deleted too.',
  typeNumber: (count: string): string => `Type ${count} to confirm`,
  typeFirst: 'Type the number first.',
  emptied: (count: number): string =>
    plural(count, { one: '# document was deleted for good.', other: '# documents were deleted for good.' }),
  close: 'Close',
};
