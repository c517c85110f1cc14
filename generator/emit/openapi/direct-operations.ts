/** The operations of direct uploads. */
import type { ParameterObject } from 'openapi3-ts/oas31';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { writeBody, writeResult } from './documents.js';
import type { ErrorName } from './errors.js';
import { fileErrors } from './file-operations.js';
import { answer, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import type { MakeOperation } from './paths.js';
import { rightsOf } from './rights.js';
import { closedObject, type SchemaOrReference } from './schema.js';
import { uploadStateSchema } from './upload-state.js';
import { one } from './words.js';

const part: ParameterObject = {
  name: 'part',
  in: 'path',
  required: true,
  description: 'Number of the part, from 1.',
  schema: { type: 'integer', minimum: 1 },
};

/** The parameter in the path of a part. */
export function partPathParameters(path: string): readonly ParameterObject[] {
  return path.endsWith('/parts/:part') ? [part] : [];
}

/** Of requests that go on with an upload. */
const uploadErrors: readonly ErrorName[] = ['BadUserInput', 'NotFound', 'Gone'];

function announcement(collection: IrCollection, context: Context): SchemaOrReference {
  const { descriptor, names } = collection;
  return context.components.schema(context.names.of(names.type, 'UploadBegin'), () =>
    closedObject(
      {
        filename: { type: 'string', maxLength: 1000 },
        mimeType: { type: 'string', maxLength: 1000, description: 'The declared media type.' },
        filesize: { type: 'integer', minimum: 1, maximum: descriptor.upload?.maxBytes ?? 0 },
        checksum: {
          type: 'string',
          pattern: '^sha256-[A-Za-z0-9+/]{43}=$',
          description: 'The SHA-256 of the file, with which its bytes are compared at the end.',
        },
        data: {
          description: 'The data of the document.',
          anyOf: [writeBody(collection, 'Create', context), writeBody(collection, 'Update', context)],
        },
        document: { type: 'string', description: 'Id of a document whose file is replaced.' },
      },
      ['filename', 'filesize'],
    ),
  );
}

function begunSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('BegunUpload'), () =>
    closedObject(
      {
        uploadId: { type: 'string' },
        parts: {
          type: 'array',
          minItems: 1,
          description: 'Each is stored by a `PUT` of its bytes.',
          items: closedObject(
            {
              url: { type: 'string', description: 'A path of this service, or an address of the bucket.' },
              headers: {
                type: 'object',
                description: 'Headers of the request.',
                additionalProperties: { type: 'string' },
              },
              from: { type: 'integer', minimum: 0, description: 'Position of the first byte.' },
              to: { type: 'integer', minimum: 1, description: 'Position after the last byte.' },
            },
            ['url', 'headers', 'from', 'to'],
          ),
        },
        expiresAt: { type: 'string', format: 'date-time' },
      },
      ['uploadId', 'parts', 'expiresAt'],
    ),
  );
}

/** Which bytes of the file are stored. */
function storedSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('StoredPart'), () =>
    closedObject({ from: { type: 'integer', minimum: 0 }, to: { type: 'integer', minimum: 1 } }, [
      'from',
      'to',
    ]),
  );
}

export const directOperations: Readonly<
  Record<
    'createDirectUpload' | 'storeUploadPart' | 'completeDirectUpload' | 'deleteDirectUpload',
    MakeOperation<IrCollection>
  >
> = {
  createDirectUpload(collection, { tag, takeId }, context) {
    const { names, descriptor, label } = collection;
    return operation(
      {
        id: takeId(`create${names.type}Upload`),
        tag,
        summary: `Begin a direct upload of ${one(label)}`,
        description:
          'Rights, data, size, declared type and quota are checked now. The client stores the parts, in a bucket without this service, and then completes the upload.',
        rights: rightsOf(collection, 'create'),
        parameters: [
          ...(descriptor.drafts ? [sharedParameter('draftWrite', context)] : []),
          sharedParameter('ifMatch', context),
        ],
        body: {
          required: true,
          content: { 'application/json': { schema: announcement(collection, context) } },
        },
        answers: {
          201: answer({ description: 'The upload has begun.', schema: begunSchema(context) }, context),
        },
        errors: ['BadUserInput', 'NotFound', 'Conflict', ...fileErrors, 'RateLimited'],
      },
      context,
    );
  },
  storeUploadPart(collection, { tag, takeId }, context) {
    return operation(
      {
        id: takeId(`store${collection.names.type}UploadPart`),
        tag,
        summary: `Store a part of a direct upload of ${one(collection.label)}`,
        description:
          'Where the files are not in a bucket. The body has exactly the bytes of the part; sent again, it takes the place of the former one. Only the requester who began the upload may send it.',
        body: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        answers: {
          200: answer({ description: 'The part is stored.', schema: storedSchema(context) }, context),
        },
        errors: [...uploadErrors, ...fileErrors],
      },
      context,
    );
  },
  completeDirectUpload(collection, { tag, takeId }, context) {
    const document = writeResult(collection, context);
    return operation(
      {
        id: takeId(`complete${collection.names.type}Upload`),
        tag,
        summary: `Complete a direct upload of ${one(collection.label)}`,
        description:
          'Rights, data and bytes are checked, and the document is made. Sent again, the response is the document, or the upload for a requester who may not read it.',
        answers: {
          200: answer(
            {
              description: 'The document whose file was replaced; or the upload was complete already.',
              schema: { anyOf: [document, uploadStateSchema(context)] },
              headers: ['ETag'],
            },
            context,
          ),
          201: answer(
            { description: 'The new document.', schema: document, headers: ['Location', 'ETag'] },
            context,
          ),
        },
        errors: [...uploadErrors, 'Conflict', ...fileErrors],
      },
      context,
    );
  },
  deleteDirectUpload(collection, { tag, takeId }, context) {
    return operation(
      {
        id: takeId(`end${collection.names.type}Upload`),
        tag,
        summary: `End a direct upload of ${one(collection.label)}`,
        description: 'Its bytes are removed. A document that it has become stays.',
        answers: { 204: { description: 'The upload has ended.' } },
        errors: uploadErrors,
      },
      context,
    );
  },
};
