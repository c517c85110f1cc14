import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import type { FileRoute } from '../receive/store-document.js';
import type { Upload } from './upload-table.js';

/** A route of uploads that make documents, or replace the files of some. */
export interface UploadRoute {
  readonly descriptor: CollectionDescriptor;
  /** Checks the data of new documents. */
  readonly create: Validator;
  /** Checks changes. */
  readonly update: Validator;
  /** Present with drafts. */
  readonly draft?: Validator | undefined;
}

/** The route of one upload, by what it does to documents. */
export function routeOf(
  { descriptor, create, update, draft }: UploadRoute,
  { replaces }: Pick<Upload, 'replaces'>,
): FileRoute {
  return { descriptor, validator: replaces === null ? create : update, draftValidator: draft };
}
