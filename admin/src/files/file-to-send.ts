import type { AdminCollectionMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';

export interface FileToSend {
  readonly meta: Pick<AdminCollectionMeta, 'slug'>;
  readonly file: File;
  /** Of the document; a file is all that some have. */
  readonly data?: JsonObject;
  /** The document whose file it replaces. Default: it creates one. */
  readonly id?: string;
  /** The revision that is replaced. */
  readonly ifMatch?: number;
  readonly draft?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the part that was sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** Called when the connection of a large file is lost, and when it is there again. */
  readonly onConnection?: (isLost: boolean) => void;
}
