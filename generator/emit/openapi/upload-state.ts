import type { Context } from './context.js';
import { closedObject, type SchemaOrReference } from './schema.js';

/** How far an upload in several requests is. */
export function uploadStateSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('UploadState'), () =>
    closedObject(
      {
        uploadId: { type: 'string' },
        offset: { type: 'integer', minimum: 0, description: 'Bytes that are stored.' },
        length: { type: 'integer', minimum: 1, description: 'Size of the file.' },
        expiresAt: { type: 'string', format: 'date-time' },
        document: { type: ['string', 'null'], description: 'Id of the document, if the upload is complete.' },
        draft: { type: 'boolean', description: 'Whether the document is saved as a draft.' },
      },
      ['uploadId', 'offset', 'length', 'expiresAt', 'document', 'draft'],
    ),
  );
}
