export const en = {
  none: 'Nothing is different.',
  formatting: 'Only the formatting has changed.',
  before: 'Before:',
  after: 'After:',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  unchanged: (count: number): string =>
    count === 1 ? 'One item is as it was.' : `${count} items are as they were.`,
  empty: 'empty',
  row: (position: number): string => `Row ${position}`,
};
