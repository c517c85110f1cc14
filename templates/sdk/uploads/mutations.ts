/** Types of `mutations` for collections with files. */
import type { WriteData, Written } from '../collection.js';
import type { ManyError } from '../errors.js';
import type { BulkResult } from '../many.js';
import type { CreateOptions } from '../options.js';
import type {
  BulkMutationOptions,
  CollectionMutations,
  OfDocument,
  Revision,
  SvcMutation,
} from '../query/types.js';
import type { CollectionShape } from '../shape.js';
import type { Where } from '../where.js';
import type { FileInput, UploadBulkOperation, UploadError } from './index.js';

/** The mutations of a collection with files. */
export interface UploadMutations<S extends CollectionShape, Filter = Where<S>>
  extends Omit<CollectionMutations<S, Filter>, 'create' | 'createMany' | 'update' | 'bulk'> {
  /**
   * Creates a document with its file.
   *
   * @example
   * const { mutate } = useMutation(mutations.manuals.create());
   * mutate({ data: { title: 'Drill' }, file });
   */
  create<R extends boolean = false>(
    options?: CreateOptions<R & S['draft']>,
  ): SvcMutation<
    { readonly data: WriteData<S['create'], R>; readonly file: FileInput },
    Written<S, R>,
    UploadError
  >;
  /** Changes a document, and with `file` its file. */
  update<R extends boolean = false>(
    options?: CreateOptions<R & S['draft']>,
  ): SvcMutation<
    OfDocument &
      Revision & { readonly data: WriteData<S['update'], R>; readonly file?: FileInput | undefined },
    Written<S, R>,
    UploadError
  >;
  /** Runs operations in order. None of them can bring a file, so none creates a document. */
  bulk(
    options?: BulkMutationOptions<readonly UploadBulkOperation<S>[]>,
  ): SvcMutation<readonly UploadBulkOperation<S>[], BulkResult, ManyError>;
}
