/** Who may read the bytes of files, beyond who may read their documents. */
import type { DocumentAccess } from '../../access/document-access.js';
import { grantsOf } from '../../access/scopes.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { addressField } from '../../config/upload-fields.js';

/**
 * What is read of a file: its bytes as they were sent, a size of the config, or what is made of it for a
 * request. `originalReaders` of the config closes the first and the last, and no sizes.
 */
export type FileForm = 'original' | 'size' | 'transform';

/** Whether a requester who may read the document may read this form of its file. */
export function mayReadForm(
  descriptor: CollectionDescriptor,
  form: FileForm,
  access: DocumentAccess | null,
): boolean {
  const roles = readersOf(descriptor, form);
  if (roles === undefined || access === null) return true;
  const { requester } = access;
  if (requester.kind === 'anonymous') return false;
  if (requester.kind === 'apiKey' && requester.scopes !== null) {
    // A key that names the address may read what it leads to: its scopes are within its creator's rights.
    const address = descriptor.fields.find(({ name }) => name === addressField);
    return address !== undefined && grantsOf(requester.scopes).coversField(descriptor, address, 'read');
  }
  return requester.role !== null && roles.includes(requester.role);
}

/** Whether every requester may read this form of the files of all published documents. */
export function isOpenToAll(descriptor: CollectionDescriptor, form: FileForm): boolean {
  const { access, fields } = descriptor;
  if (access === undefined) return true;
  const isAddressOpen = fields.every(
    ({ name, access: own }) => name !== addressField || own?.read === undefined,
  );
  return access.read === 'anyone' && isAddressOpen && readersOf(descriptor, form) === undefined;
}

/** The roles that may read a form; undefined for everyone who may read the document. */
function readersOf({ upload }: CollectionDescriptor, form: FileForm): readonly string[] | undefined {
  return form === 'size' ? undefined : upload?.originalReaders;
}
