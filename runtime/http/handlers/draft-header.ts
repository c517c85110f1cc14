import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { badInput } from '../../errors/service-error.js';

/** Whether `X-Draft` makes a write a draft. */
export function isDraftWrite(value: string | undefined, descriptor: DocumentDescriptor): boolean {
  if (value === undefined) return false;
  if (value !== 'true' && value !== 'false')
    throw issue(`X-Draft must be true or false; got ${JSON.stringify(value.slice(0, 100))}.`);
  if (!descriptor.drafts)
    throw issue(`X-Draft does not apply: drafts are switched off for ${descriptor.slug}.`);
  return value === 'true';
}

/** Refuses an `X-Draft` that asks for a draft, on requests that cannot concern one. */
export function refuseDraft(value: string | undefined, descriptor: DocumentDescriptor): void {
  if (isDraftWrite(value, descriptor)) {
    throw issue('X-Draft does not apply: documents are deleted with their drafts.');
  }
}

function issue(message: string): Error {
  return badInput(message, [{ path: 'X-Draft', message }]);
}
