/** The operations of resumable uploads. */
import type {
  HeaderObject,
  HeadersObject,
  ParameterObject,
  RequestBodyObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { writeResult } from './documents.js';
import type { ErrorName } from './errors.js';
import { fileErrors } from './file-operations.js';
import { answerHeaders } from './headers.js';
import { answer, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import type { MakeOperation } from './paths.js';
import { rightsOf } from './rights.js';
import { uploadStateSchema } from './upload-state.js';
import { one } from './words.js';

const uploadId: ParameterObject = {
  name: 'uploadId',
  in: 'path',
  required: true,
  description: 'Id of the upload.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
};

/** Parameters in the path of an upload. */
export function uploadPathParameters(path: string): readonly ParameterObject[] {
  return path.includes('/:uploadId') ? [uploadId] : [];
}

const version: ParameterObject = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  description: 'The version of tus.',
  schema: { type: 'string', enum: ['1.0.0'] },
};

const checksum: ParameterObject = {
  name: 'Upload-Checksum',
  in: 'header',
  description:
    'The SHA-256 of the body. Without it, what has arrived is kept when the connection breaks off.',
  schema: { type: 'string', pattern: '^sha256 [A-Za-z0-9+/]{43}=$' },
};

function bytesBody(required: boolean): RequestBodyObject {
  return {
    required,
    content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
  };
}

const prefer: ParameterObject = {
  name: 'Prefer',
  in: 'header',
  description:
    '`return=representation`: the response has the upload as its body, and at its end the document.',
  schema: { type: 'string' },
  example: 'return=representation',
};

const text: SchemaObject = { type: 'string' };
const bytes: SchemaObject = { type: 'integer', minimum: 0 };

/** Headers of tus, those of every response of an upload first. */
function tusHeaders(context: Context, own: HeadersObject): HeadersObject {
  return {
    ...answerHeaders(['Tus-Resumable', 'Tus-Version'], context),
    ...own,
  };
}

const expires: HeaderObject = {
  description: 'When the upload is removed if it is not complete.',
  schema: text,
};
const offset: HeaderObject = { description: 'Bytes that are stored.', required: true, schema: bytes };

function sentHeaders(context: Context): HeadersObject {
  return tusHeaders(context, {
    'Upload-Offset': offset,
    'Upload-Expires': expires,
    Location: { description: 'Path of the document, if the upload is complete.', schema: text },
  });
}

/** What the bytes, their document and the upload itself may be refused for. */
const receiveErrors: readonly ErrorName[] = [
  ...['BadUserInput', 'NotFound', 'Conflict', 'Gone', 'UnsupportedVersion'],
  ...fileErrors,
  'ChecksumMismatch',
] as readonly ErrorName[];

export const tusOperations: Readonly<
  Record<
    'createTusUpload' | 'readTusUpload' | 'patchTusUpload' | 'deleteTusUpload',
    MakeOperation<IrCollection>
  >
> = {
  createTusUpload(collection, { tag, takeId }, context) {
    const { names, descriptor, label } = collection;
    return operation(
      {
        id: takeId(`create${names.type}TusUpload`),
        tag,
        isTus: true,
        summary: `Begin a resumable upload of ${one(label)}`,
        description:
          'tus 1.0.0 with creation, creation-with-upload, checksum, expiration and termination. The data of the document are checked now; the document is there when the last bytes are.',
        rights: rightsOf(collection, 'create'),
        parameters: [
          version,
          {
            name: 'Upload-Length',
            in: 'header',
            required: true,
            description: 'Size of the file.',
            schema: { type: 'integer', minimum: 1, maximum: descriptor.upload?.maxBytes ?? 0 },
          },
          {
            name: 'Upload-Metadata',
            in: 'header',
            description:
              'Names, each with its value in base64: `filename`; `filetype`, the media type; `data`, the data of the document as JSON; `document`, the id of a document whose file is replaced.',
            schema: { type: 'string' },
            example: 'filename YS5wZGY=,data e30=',
          },
          ...(descriptor.drafts ? [sharedParameter('draftWrite', context)] : []),
          sharedParameter('ifMatch', context),
          checksum,
          prefer,
        ],
        body: bytesBody(false),
        answers: {
          201: {
            description: 'The upload has begun.',
            content: { 'application/json': { schema: uploadStateSchema(context) } },
            headers: tusHeaders(context, {
              Location: { description: 'Path of the upload.', required: true, schema: text },
              'Content-Location': {
                description: 'Path of the document, if the upload is complete.',
                schema: text,
              },
              'Upload-Offset': offset,
              'Upload-Expires': expires,
            }),
          },
        },
        errors: [...receiveErrors, 'RateLimited'],
      },
      context,
    );
  },
  readTusUpload(collection, { tag, takeId }, context) {
    const plan = answer(
      {
        description: 'How far the upload is. `HEAD` says it in headers.',
        schema: uploadStateSchema(context),
      },
      context,
    );
    return operation(
      {
        id: takeId(`get${collection.names.type}TusUpload`),
        tag,
        isTus: true,
        summary: `Get a resumable upload of ${one(collection.label)}`,
        description: 'Only the requester who began it sees it.',
        answers: {
          200: {
            ...plan,
            headers: tusHeaders(context, {
              'Upload-Offset': offset,
              'Upload-Length': { description: 'Size of the file.', required: true, schema: bytes },
              'Upload-Expires': expires,
              'Upload-Metadata': { description: 'As it was sent.', schema: text },
              Location: { description: 'Path of the document, if the upload is complete.', schema: text },
            }),
          },
        },
        errors: ['BadUserInput', 'NotFound', 'Gone'],
      },
      context,
    );
  },
  patchTusUpload(collection, { tag, takeId }, context) {
    return operation(
      {
        id: takeId(`send${collection.names.type}TusUpload`),
        tag,
        isTus: true,
        summary: `Send bytes of a resumable upload of ${one(collection.label)}`,
        description:
          'From where the upload is. The last bytes make the document, whose path is in `Location`; rights, data and bytes are checked then.',
        parameters: [
          version,
          {
            name: 'Upload-Offset',
            in: 'header',
            required: true,
            description: 'Where the upload is: another value is refused.',
            schema: { type: 'integer', minimum: 0 },
          },
          checksum,
          prefer,
        ],
        body: bytesBody(true),
        answers: {
          200: {
            description: 'The bytes are stored; with `Prefer: return=representation`.',
            headers: sentHeaders(context),
            content: {
              'application/json': {
                schema: { anyOf: [uploadStateSchema(context), writeResult(collection, context)] },
              },
            },
          },
          204: {
            description: 'The bytes are stored.',
            headers: sentHeaders(context),
          },
        },
        errors: receiveErrors,
      },
      context,
    );
  },
  deleteTusUpload(collection, { tag, takeId }, context) {
    return operation(
      {
        id: takeId(`end${collection.names.type}TusUpload`),
        tag,
        isTus: true,
        summary: `End a resumable upload of ${one(collection.label)}`,
        description: 'Its bytes are removed. A document that it has become stays.',
        parameters: [version],
        answers: { 204: { description: 'The upload has ended.', headers: tusHeaders(context, {}) } },
        errors: ['BadUserInput', 'NotFound', 'Gone', 'UnsupportedVersion'],
      },
      context,
    );
  },
};
