import { pluralIn } from '../../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  title: 'Export',
  text: 'Everything that the search and filter find, in this order.',
  selection: (count: number): string =>
    plural(count, { one: 'The selected document.', other: 'The # selected documents.' }),
  format: 'Format',
  csv: 'CSV, for spreadsheets',
  json: 'JSON, for programs',
  fields: 'Fields',
  columns: 'The columns of this view',
  all: 'All fields',
  start: 'Export',
  running: (done: string): string => `${done} exported so far…`,
  done: (count: number): string =>
    plural(count, {
      zero: 'There was nothing to export.',
      one: '# document was exported.',
      other: '# documents were exported.',
    }),
  failed: 'The export has stopped:',
};
