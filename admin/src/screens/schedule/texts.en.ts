export const en = {
  title: 'Schedule',
  note: 'What becomes public, and what stops being public, by itself.',
  when: 'When',
  what: 'What',
  document: 'Document',
  kind: 'Kind',
  publishes: 'Becomes public',
  unpublishes: 'Stops being public',
  failed: 'Failed',
  untitled: 'Untitled',
  empty: 'Nothing is scheduled',
  emptyText: 'A document is scheduled in its menu “More actions”.',
};
