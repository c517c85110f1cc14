import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { badInput } from '../errors/service-error.js';

/** Whether `X-Draft` makes a draft of a write. */
export function isDraftWrite(value: string | undefined, descriptor: DocumentDescriptor): boolean {
  if (value === undefined) return false;
  if (value !== 'true' && value !== 'false')
    throw fault(`X-Draft must be true or false; got ${JSON.stringify(value.slice(0, 100))}.`);
  if (!descriptor.drafts)
    throw fault(`X-Draft does not apply: drafts are switched off for ${descriptor.slug}.`);
  return value === 'true';
}

/** For requests that cannot be about a draft: refuses an `X-Draft` that says they are. */
export function refuseDraft(value: string | undefined, descriptor: DocumentDescriptor): void {
  if (isDraftWrite(value, descriptor)) {
    throw fault('X-Draft does not apply: documents are deleted with their drafts.');
  }
}

function fault(message: string): Error {
  return badInput(message, [{ path: 'X-Draft', message }]);
}
