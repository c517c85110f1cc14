export const en = {
  none: 'No differences.',
  formatting: 'Only the formatting has changed.',
  before: 'Before:',
  after: 'After:',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  unchanged: (count: number): string =>
    count === 1 ? 'One item is unchanged.' : `${count} items are unchanged.`,
  empty: 'empty',
  row: (position: number): string => `Row ${position}`,
};
