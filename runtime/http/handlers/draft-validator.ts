import type { Validator } from '../../documents/operation.js';

/**
 * The check of a draft. Routes of collections with drafts are created with it: a draft must never be checked
 * as the published document.
 */
export function draftValidatorOf(validator: Validator | undefined): Validator {
  if (validator !== undefined) return validator;
  throw new Error('The route was generated without the methods for drafts: run svc generate.');
}
