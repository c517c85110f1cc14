import type { DocumentDescriptor, FieldDescriptor, SelectField } from './descriptors.js';

const fields: readonly FieldDescriptor[] = [
  { type: 'text', name: 'id', path: 'id', column: 'id' },
  { type: 'date', time: true, name: 'createdAt', path: 'createdAt', column: 'createdAt' },
  { type: 'date', time: true, name: 'updatedAt', path: 'updatedAt', column: 'updatedAt' },
];

/** What a document is in the view that is read. No column holds it: the table of a row says it. */
export const statusField: SelectField = {
  type: 'select',
  name: '_status',
  path: '_status',
  options: ['draft', 'published'],
};

const fieldsOfDrafts: readonly FieldDescriptor[] = [...fields, statusField];

/** Fields that filters and sorts can name in every document, as if the config had them; `_status` where there are drafts. */
export function builtInFields({ drafts }: Pick<DocumentDescriptor, 'drafts'>): readonly FieldDescriptor[] {
  return drafts ? fieldsOfDrafts : fields;
}
