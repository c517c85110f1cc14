import type { DocumentAccess } from '../../access/document-access.js';
import { grantsOf } from '../../access/scopes.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { addressField } from '../../config/upload-fields.js';

/** Whether the config lets the requester read files as they were sent; it closes no sizes of images. */
export function mayReadOriginal(descriptor: CollectionDescriptor, access: DocumentAccess | null): boolean {
  const roles = descriptor.upload?.originalReaders;
  if (roles === undefined || access === null) return true;
  const { requester } = access;
  if (requester.kind === 'anonymous') return false;
  if (requester.kind === 'apiKey' && requester.scopes !== null) {
    // A key that names the address may read what it leads to.
    const address = descriptor.fields.find(({ name }) => name === addressField);
    return address !== undefined && grantsOf(requester.scopes).coversField(descriptor, address, 'read');
  }
  return requester.role !== null && roles.includes(requester.role);
}

/** Whether every requester may read the files of all published documents. */
export function isOpenToAll({ access, upload, fields }: CollectionDescriptor): boolean {
  if (access === undefined) return true;
  const isAddressOpen = fields.every(
    ({ name, access: own }) => name !== addressField || own?.read === undefined,
  );
  return access.read === 'anyone' && isAddressOpen && upload?.originalReaders === undefined;
}
