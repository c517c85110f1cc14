/** What a document has of its file in every state. */
import { uploadFieldNames } from '../../runtime/config/upload-fields.js';
import type { IrCollection, IrField, IrGlobal } from './ir.js';

/**
 * Whether the service sets a field of the document from its file, so that not even a draft lacks it: there is
 * no document without a file. Others of these fields a draft may empty: its requester writes them.
 */
export function isOfFile({ descriptor }: IrCollection | IrGlobal, field: IrField): boolean {
  if (descriptor.kind !== 'collection' || descriptor.upload === undefined) return false;
  const { path, readOnly, required } = field.descriptor;
  return readOnly === true && required === true && uploadFieldNames.includes(path);
}
