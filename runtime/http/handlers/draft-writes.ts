import type { DocumentDrafts, Validator } from '../../documents/operation.js';

/**
 * What a write with `X-Draft: true` needs. Routes of collections with drafts are created with all of it: a
 * draft must never be written as the published document.
 */
export function draftWrites(
  drafts: DocumentDrafts | undefined,
  validator: Validator | undefined,
): { readonly drafts: DocumentDrafts; readonly validator: Validator } {
  if (drafts === undefined) throw notGenerated();
  return { drafts, validator: draftValidatorOf(validator) };
}

/** The check of a new draft. */
export function draftValidatorOf(validator: Validator | undefined): Validator {
  if (validator !== undefined) return validator;
  throw notGenerated();
}

function notGenerated(): Error {
  return new Error('The route was generated without the methods for drafts: run svc generate.');
}
