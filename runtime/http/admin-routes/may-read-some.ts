import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';

/** Whether a list of these documents would be allowed; also if a constraint leaves it empty. */
export async function mayReadSome(
  access: DocumentAccess | null,
  document: DocumentDescriptor,
): Promise<boolean> {
  if (access === null) return true;
  const { allowed } = await access.read(document);
  return allowed;
}
