import type { CollectionDescriptor } from '../../../codegen/descriptors.js';

const permanent = /(?:^|&)permanent=([^&]*)/;

/** Whether a deletion says if it is for good. */
export function namesPermanent(search: string): boolean {
  return permanent.test(search);
}

/** Where a document is after a deletion with these parameters, if they are valid. */
export function endOfDeletion({ trash }: CollectionDescriptor, search: string): 'trash' | 'gone' {
  return trash === undefined || permanent.exec(search)?.[1] === 'true' ? 'gone' : 'trash';
}
