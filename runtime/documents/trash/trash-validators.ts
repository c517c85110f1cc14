import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../validator.js';

/** What checks the values of a document that returns from the trash. */
export interface TrashValidators {
  /** That of an update. */
  readonly published: Validator;
  /** Absent without drafts. */
  readonly draft?: Validator | undefined;
}

const known = new WeakMap<CollectionDescriptor, TrashValidators>();

/**
 * Notes the validators of a collection, when its route is made. A document may bring back documents of other
 * collections, whose validators its own route does not have.
 */
export function noteValidators(descriptor: CollectionDescriptor, validators: TrashValidators): void {
  known.set(descriptor, validators);
}

/** The validators of a collection; null where it has no route for restoring. */
export function validatorsFor(descriptor: CollectionDescriptor): TrashValidators | null {
  return known.get(descriptor) ?? null;
}
