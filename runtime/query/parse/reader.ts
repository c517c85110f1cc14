import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { QueryScope } from '../scope.js';
import type { HiddenFields } from './hidden-fields.js';

/** The context in which parameters are parsed. */
export interface Reader {
  readonly collection: CollectionDescriptor;
  readonly scope: QueryScope;
  readonly hidden: HiddenFields;
}

/** The list that parameters are about. */
export interface ListContext extends Omit<Reader, 'hidden'> {
  /** Default: no field is hidden. */
  readonly hidden?: HiddenFields | undefined;
}
