export const en = {
  bar: 'This document',
  saved: 'Saved',
  saving: 'Saving…',
  notSaved: 'Not saved',
  skipToActions: 'Skip to the actions',
  previous: 'Previous in the list',
  next: 'Next in the list',
  isFirst: 'This is the first one.',
  isLast: 'This is the last one.',
  saveAndNew: 'Save and new',
  undo: 'Undo',
};
