import { readableWhere } from '../../documents/read/read-rights.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { documentsOf } from '../../http/handlers/addressed-document.js';
import { refuseDrafts } from '../../http/handlers/draft-readers.js';
import { readShape } from '../../query/parse/read-shape.js';
import type { UploadRoute } from './upload-route.js';
import type { UploadState } from './upload-table.js';

/** A document that was stored before. */
export interface FinishedDocument {
  readonly id: string;
  /** Null where the requester may not read it, or it is there no more. */
  readonly json: Uint8Array | string | null;
  readonly revision: number | null;
}

/**
 * The document of an upload whose end is asked for again: the response to its end may have been lost. A
 * requester who may create documents need not be one who may read them.
 */
export async function finishedDocument(
  request: ApiRequest,
  service: Service,
  { route, upload }: { readonly route: Pick<UploadRoute, 'descriptor'>; readonly upload: UploadState },
): Promise<FinishedDocument> {
  const { descriptor } = route;
  const id = upload.result ?? '';
  const access = request.context.access ?? null;
  const parameters = new Map(descriptor.drafts ? [['draft', upload.isDraft]] : []);
  const shape = readShape(parameters, { document: descriptor, scope: service.scope });
  try {
    if (access !== null) await readableWhere(access, descriptor, id);
    if (upload.isDraft) refuseDrafts(shape, access);
    const plan = { document: descriptor, shape };
    const { json, revision } = await documentsOf(service, descriptor).read(id, plan, request.context);
    return { id, json, revision };
  } catch (error) {
    if (error instanceof ServiceError && [403, 404].includes(error.status))
      return { id, json: null, revision: null };
    throw error;
  }
}
