import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { badInput } from '../errors/service-error.js';

/** Checks `X-Draft` of a write. */
export function checkDraftHeader(value: string | undefined, descriptor: DocumentDescriptor): void {
  if (value === undefined) return;
  if (value !== 'true' && value !== 'false')
    throw fault(`X-Draft must be true or false; got ${JSON.stringify(value.slice(0, 100))}.`);
  if (!descriptor.drafts)
    throw fault(`X-Draft does not apply: drafts are switched off for ${descriptor.slug}.`);
  if (value === 'true') throw fault('Drafts are not available yet in this version; leave X-Draft out.');
}

function fault(message: string): Error {
  return badInput(message, [{ path: 'X-Draft', message }]);
}
