import type { BooleanField } from '../fields/types/boolean.js';
import type { DocumentDescriptor, FieldDescriptor, SelectField } from './descriptors.js';

const fields: readonly FieldDescriptor[] = [
  { type: 'text', name: 'id', path: 'id', column: 'id' },
  { type: 'date', time: true, name: 'createdAt', path: 'createdAt', column: 'createdAt' },
  { type: 'date', time: true, name: 'updatedAt', path: 'updatedAt', column: 'updatedAt' },
];

/**
 * The status of a document in the view that is read. It has no column: it follows from the table of the row.
 */
export const statusField: SelectField = {
  type: 'select',
  name: '_status',
  path: '_status',
  options: ['draft', 'published'],
};

/**
 * Whether a published document has changes that are not published, in the view that is read: only the merged
 * view knows of any. It has no column either.
 */
export const changedField: BooleanField = {
  type: 'boolean',
  name: '_pending',
  path: '_pending',
};

/** Whether a field depends on the state of the document, not on a stored value. */
export function isStateField(field: FieldDescriptor): boolean {
  return field === statusField || field === changedField;
}

const fieldsOfDrafts: readonly FieldDescriptor[] = [...fields, statusField, changedField];

/**
 * Fields that filters and sorts can name in every document, as if the config had them; `_status` and
 * `_pending` where there are drafts.
 */
export function builtInFields({ drafts }: Pick<DocumentDescriptor, 'drafts'>): readonly FieldDescriptor[] {
  return drafts ? fieldsOfDrafts : fields;
}
