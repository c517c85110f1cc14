import type { Validator } from '../../documents/operation.js';

/**
 * What a write with `X-Draft: true` needs. Routes of collections with drafts are created with all of it: a
 * draft must never be written as the published document.
 */
export function draftWrites<Drafts>(
  drafts: Drafts | undefined,
  validator: Validator | undefined,
): { readonly drafts: Drafts; readonly validator: Validator } {
  if (drafts !== undefined && validator !== undefined) return { drafts, validator };
  throw new Error('The route was generated without the methods for drafts: run svc generate.');
}
