/** The operations of collections with files. */
import type {
  HeaderObject,
  HeadersObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from 'openapi3-ts/oas31';
import type { CollectionDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { writeBody, writeResult } from './documents.js';
import type { ErrorName } from './errors.js';
import { answerHeaders } from './headers.js';
import { answer, jsonBody, operation } from './operation.js';
import { listParameter, sharedParameter } from './parameters.js';
import type { MakeOperation, PathOptions } from './paths.js';
import { rightsOf } from './rights.js';
import { closedObject, type Schema, type SchemaOrReference } from './schema.js';
import { timestampSchema } from './values.js';
import { capitalised, one } from './words.js';

/** What a request with a file may be refused for, besides what any write may. */
export const fileErrors: readonly ErrorName[] = [
  'RequestTimeout',
  'PayloadTooLarge',
  'UnsupportedFileType',
  'InvalidFile',
  'InsufficientStorage',
];

/** A body of the data as JSON, and then the file. */
export function fileBody(
  { upload }: CollectionDescriptor,
  { schema, example }: { readonly schema: SchemaOrReference; readonly example: JsonObject | null },
): RequestBodyObject['content'] {
  const types = (upload?.mimeTypes ?? []).join(', ');
  return {
    'multipart/form-data': {
      schema: closedObject(
        {
          data: schema,
          file: { type: 'string', contentMediaType: 'application/octet-stream', format: 'binary' },
        },
        ['file'],
      ),
      encoding: { data: { contentType: 'application/json' }, file: { contentType: types } },
      ...(example && { example: { data: example, file: '(bytes)' } }),
    },
  };
}

const file: Readonly<Record<'fileId' | 'filename' | 'size', ParameterObject>> = {
  fileId: {
    name: 'fileId',
    in: 'path',
    required: true,
    description: 'Id of the file, as in the `url` of its document.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
  },
  size: {
    name: 'size',
    in: 'path',
    required: true,
    description: 'The size, as in the `url` of a size of the document; without its hash the current one.',
    schema: { type: 'string' },
  },
  filename: {
    name: 'filename',
    in: 'path',
    required: true,
    description: 'Name of the file. Any name is served: it is a label.',
    schema: { type: 'string' },
  },
};

/** Parameters in the path of a file. */
export function filePathParameters(path: string): readonly ParameterObject[] {
  if (!path.includes('/:fileId')) return [];
  return path.includes('/:size') ? [file.fileId, file.size, file.filename] : [file.fileId, file.filename];
}

const download: ParameterObject = {
  name: 'download',
  in: 'query',
  allowEmptyValue: true,
  description: 'Present, with any value: the file is offered to be saved instead of being shown.',
  schema: { type: 'string' },
};

const range: ParameterObject = {
  name: 'Range',
  in: 'header',
  description: 'One range of bytes; for several the response has the whole file.',
  schema: { type: 'string' },
  example: 'bytes=0-1023',
};

const ifRange: ParameterObject = {
  name: 'If-Range',
  in: 'header',
  description: 'The `ETag` of the file of which a part is known: the whole file if it is another one.',
  schema: { type: 'string' },
};

type FileRouteId = 'readFile' | 'readSize' | 'readCurrentFile' | 'signFile' | 'readUsage' | 'createFromUrl';

export const fileOperations: Readonly<Record<FileRouteId, MakeOperation<IrCollection>>> = {
  readFile(collection, options, context) {
    return fileOperation(collection, options, context, {
      id: `get${collection.names.type}File`,
      summary: `Get a file of ${one(collection.label)}`,
      description:
        'The bytes of a file that the document names in a view which the requester may read: published, in a draft, or in a version.',
      parameters: [...(isSigned(collection) ? signed : []), ...transformParameters(collection)],
      errors: [
        ...transformErrors(collection),
        ...(isSigned(collection) ? (['InvalidSignature'] as const) : []),
      ],
    });
  },
  readSize(collection, options, context) {
    return fileOperation(collection, options, context, {
      id: `get${collection.names.type}Size`,
      summary: `Get a size of an image of ${one(collection.label)}`,
      description:
        'The image in one of the sizes of the config. One that is not there yet is made first. Requesters who may read the file may read its sizes.',
      parameters: isSigned(collection) ? signed : [],
      errors: ['Unavailable', ...(isSigned(collection) ? (['InvalidSignature'] as const) : [])],
    });
  },
  readCurrentFile(collection, options, context) {
    return fileOperation(collection, options, context, {
      id: `getCurrent${capitalised(collection.names.type)}File`,
      summary: `Get the file of ${one(collection.label)}`,
      description: 'The bytes of the file that the document has now, in the view that is read.',
      parameters: [
        ...(collection.descriptor.drafts ? [listParameter('draft', context)] : []),
        ...(sizeNames(collection).length > 0 ? [sizeParameter(collection)] : []),
        ...transformParameters(collection),
      ],
      errors: transformErrors(collection),
    });
  },
  signFile: signOperation,
  readUsage: usageOperation,
  createFromUrl: fromUrlOperation,
};

function sizeNames({ descriptor: { upload } }: IrCollection): readonly string[] {
  return upload?.images?.sizes.map(({ name }) => name) ?? [];
}

function sizeParameter(collection: IrCollection): ParameterObject {
  return {
    name: 'size',
    in: 'query',
    description: 'The image in this size, instead of the file as it was sent.',
    schema: { type: 'string', enum: [...sizeNames(collection)] },
  };
}

/** What a request may be refused for that asks for a size of an image. */
function transformErrors({ descriptor: { upload } }: IrCollection): readonly ErrorName[] {
  return upload?.images?.transforms === undefined ? [] : ['InsufficientStorage', 'Unavailable'];
}

/** The properties of a size that a request may ask for, by the lists of the config. */
function transformParameters({ descriptor: { upload } }: IrCollection): readonly ParameterObject[] {
  const transforms = upload?.images?.transforms;
  if (transforms === undefined) return [];
  const { widths, heights, formats, qualities } = transforms;
  const numbers = (name: string, values: readonly number[], description: string): ParameterObject[] =>
    values.length === 0
      ? []
      : [{ name, in: 'query', description, schema: { type: 'integer', enum: [...values] } }];
  const texts = (name: string, values: readonly string[], description: string): ParameterObject => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string', enum: [...values] },
  });
  return [
    ...numbers('w', widths, 'Max width of the image in pixels. It is never enlarged.'),
    ...numbers('h', heights, 'Max height of the image in pixels.'),
    texts(
      'fit',
      ['cover', 'inside'],
      '`cover` fills both sides, cut around the focal point; `inside` is the whole image. Default: `cover` with both sides.',
    ),
    texts(
      'format',
      [...formats, 'auto'],
      `Format of the image, with another width or height. \`auto\`: what \`Accept\` names. Default: \`${formats[0]}\`.`,
    ),
    ...numbers('q', qualities, `Quality, with another width or height. Default: ${qualities[0]}.`),
  ];
}

/** What a signed address has, and no other. */
const signed: readonly ParameterObject[] = [
  {
    name: 'expires',
    in: 'query',
    description: 'Of a signed address: when it expires, in seconds since 1970.',
    schema: { type: 'string', pattern: '^\\d{1,12}$' },
  },
  {
    name: 'signature',
    in: 'query',
    description: 'Of a signed address: it opens the file to every client.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  },
];

function isSigned({ descriptor }: IrCollection): boolean {
  return descriptor.upload?.signs === true;
}

function signOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const names = sizeNames(collection);
  const size: Schema = { type: 'string', enum: [...names], description: 'The image in this size.' };
  const body = closedObject(
    {
      ...(names.length > 0 && { size }),
      expiresIn: {
        type: 'integer',
        minimum: 60,
        maximum: 604_800,
        default: 900,
        description: 'Seconds for which the address is valid.',
      },
      download: {
        type: 'boolean',
        default: false,
        description: 'Whether browsers offer the file to be saved instead of showing it.',
      },
    },
    [],
  );
  const address = closedObject({
    url: {
      type: 'string',
      description: context.ir.baseUrl === null ? 'Path below the address of the service.' : 'The address.',
    },
    expiresAt: timestampSchema,
  });
  return operation(
    {
      id: takeId(`sign${collection.names.type}File`),
      tag,
      summary: `Sign the address of the file of ${one(collection.label)}`,
      description:
        'An address that opens the file to every client until it expires, or the file is gone. It opens the published file unless `draft` is true.',
      rights: rightsOf(collection, 'read'),
      parameters: collection.descriptor.drafts ? [listParameter('draft', context)] : [],
      body: { ...jsonBody(body, { expiresIn: 3600 }), required: false },
      answers: { 200: answer({ description: 'The address.', schema: address }, context) },
      errors: ['BadUserInput', 'NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
    },
    context,
  );
}

function usageOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { type } = collection.names;
  const count = { type: 'integer', minimum: 0 } as const;
  const page = context.components.schema(context.names.of(type, 'UsagePage'), () => ({
    description: 'One page of uses.',
    ...closedObject({
      docs: {
        type: 'array',
        items: closedObject({
          collection: {
            type: 'string',
            description: 'Slug of the collection, or `globals.` and that of the global.',
          },
          id: { type: 'string', description: 'Id of the document; `global` for a global.' },
          field: { type: 'string', description: 'Path of the field that refers to it.' },
        }),
      },
      totalDocs: count,
      page: { type: 'integer', minimum: 1 },
      totalPages: count,
      hasNextPage: { type: 'boolean' },
      hasPrevPage: { type: 'boolean' },
    }),
  }));
  return operation(
    {
      id: takeId(`list${type}Usage`),
      tag,
      summary: `List what uses ${one(collection.label)}`,
      description:
        'The documents whose fields refer to it, published or in a draft, among those that the requester may read. Ids inside of rich text are not found.',
      rights: rightsOf(collection, 'update'),
      parameters: [listParameter('page', context), listParameter('limit', context)],
      answers: { 200: answer({ description: 'A page of uses.', schema: page }, context) },
      errors: ['BadUserInput', 'NotFound'],
    },
    context,
  );
}

function fromUrlOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, descriptor } = collection;
  const hosts = (descriptor.upload?.fromUrl ?? []).map((host) => `\`${host}\``);
  const body = closedObject(
    {
      url: { type: 'string', minLength: 1, maxLength: 4096, description: 'Address of the file.' },
      data: writeBody(collection, 'Create', context),
    },
    ['url'],
  );
  return operation(
    {
      id: takeId(`create${names.type}FromUrl`),
      tag,
      summary: `Create ${one(collection.label)} with a file from another server`,
      description: `The server fetches the file, from ${hosts.join(', ')}.`,
      rights: rightsOf(collection, 'create'),
      parameters: descriptor.drafts ? [sharedParameter('draftWrite', context)] : [],
      body: jsonBody(body, null),
      answers: {
        201: answer(
          {
            description: 'The new document.',
            schema: writeResult(collection, context),
            headers: ['Location', 'ETag'],
          },
          context,
        ),
      },
      errors: ['BadUserInput', 'Conflict', ...fileErrors],
    },
    context,
  );
}

interface FilePlan {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (ParameterObject | ReferenceObject)[];
  readonly errors: readonly ErrorName[];
}

function fileOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
  { id, parameters, errors, ...plan }: FilePlan,
): OperationObject {
  const headers = fileHeaders(context);
  return operation(
    {
      ...plan,
      id: takeId(id),
      tag,
      rights: rightsOf(collection, 'read'),
      parameters: [...parameters, download, range, ifRange, sharedParameter('ifNoneMatch', context)],
      answers: {
        200: bytes('The whole file.', headers),
        206: bytes('A part of the file.', {
          ...headers,
          'Content-Range': header('Positions of the part, and the size of the file.'),
        }),
        302: {
          description:
            'The file is at another address for 60 seconds, where files are read from their storage.',
          headers: { ...answerHeaders([], context), Location: header('Address of the file.') },
        },
        304: { description: 'The file matches `If-None-Match`; no body.', headers },
      },
      errors: ['BadUserInput', 'NotFound', 'RangeNotSatisfiable', ...errors],
    },
    context,
  );
}

function bytes(description: string, headers: HeadersObject): ResponseObject {
  return { description, headers, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
}

function header(description: string, schema: HeaderObject['schema'] = { type: 'string' }): HeaderObject {
  return { description, schema };
}

/** Those of every response, some with other values, and those of files. */
function fileHeaders(context: Context): HeadersObject {
  return {
    ...answerHeaders([], context),
    'X-Frame-Options': header('Pages of the same origin may show the file in a frame.', {
      type: 'string',
      enum: ['SAMEORIGIN'],
    }),
    'Content-Disposition': header('Whether the file is shown or saved, and its name.'),
    'Accept-Ranges': header('Parts of the file can be requested.', { type: 'string', enum: ['bytes'] }),
    ETag: header('The checksum of the file in quotes, for `If-None-Match` and `If-Range`.'),
    'Cross-Origin-Resource-Policy': header('Which pages may embed the file.', {
      type: 'string',
      enum: ['cross-origin', 'same-site'],
    }),
  };
}
