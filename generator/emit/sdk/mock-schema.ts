/** What `sdk/mocks` knows of a collection or global: fields without a value, examples, and relations. */
import type {
  FieldDescriptor,
  ImagesDescriptor,
  SizeDescriptor,
  TrashDescriptor,
} from '../../../runtime/codegen/descriptors.js';
import { isWritable } from '../../../runtime/fields/writable.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { expandTypes, isRasterType } from '../../../runtime/util/media-types.js';
import { exampleId } from '../../fields/example-values.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrCollection, IrField, IrGlobal } from '../../ir/ir.js';
import { isRequired } from '../presence.js';
import type { SdkContext } from './context.js';
import { pathsOf } from './paths.js';
import { uniqueFields } from './unique-fields.js';

/** The order that lists have in most collections. */
const usualSort = 'createdAt_desc';

export function mockSchema(document: IrCollection | IrGlobal, context: SdkContext): JsonObject {
  const { descriptor, fields } = document;
  const nameOf = (slug: string): string => context.collection(slug).names.property;
  const joins = joinsOf(fields, nameOf);
  const relations = pathsOf(fields)
    .filter(({ targets, path }) => targets.length > 0 && !joins.some(([join]) => join === path))
    .map(({ path, targets }): Entry => [path, targets.map(nameOf)]);
  return {
    path: descriptor.kind === 'global' ? `globals/${descriptor.slug}` : descriptor.slug,
    ...(descriptor.drafts && { hasDrafts: true }),
    ...(descriptor.versions && { hasVersions: true }),
    ...(descriptor.kind === 'collection' && ofCollection(document as IrCollection)),
    blank: blankOf(fields),
    example: { ...exampleOf(fields), ...builtInExample(document) },
    required: requiredPaths(fields),
    ...present('relations', relations),
    ...present('joins', joins),
    ...present('rows', rowsOf(fields)),
  };
}

type Entry = [path: string, value: JsonValue];

function present(name: string, entries: readonly Entry[]): JsonObject {
  return entries.length > 0 ? { [name]: Object.fromEntries(entries) } : {};
}

function ofCollection({ descriptor, fields }: IrCollection): JsonObject {
  const unique = uniqueFields(fields).map(({ path }) => path);
  return {
    ...(descriptor.upload && { hasFiles: true }),
    ...(descriptor.trash && { trash: trashOf(descriptor.trash) }),
    ...(descriptor.defaultSort !== usualSort && { sort: descriptor.defaultSort }),
    ...(unique.length > 0 && { unique }),
    ...(descriptor.search && {
      search: Object.fromEntries(descriptor.search.fields.map(({ path, weight }) => [path, weight])),
    }),
  };
}

function trashOf({ title }: TrashDescriptor): JsonObject {
  return title === undefined ? {} : { title };
}

/** The values that the service gives built-in fields. */
function builtInExample({ descriptor }: IrCollection | IrGlobal): JsonObject {
  if (descriptor.kind === 'global') return {};
  if (descriptor.builtIn === 'users') return { role: 'customer' };
  if (!descriptor.upload) return {};
  const [mimeType = 'application/octet-stream'] = expandTypes(descriptor.upload.mimeTypes);
  return {
    mimeType,
    filesize: 0,
    // Of no bytes.
    checksum: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    url: `${exampleFile(descriptor.slug)}/file`,
    ...(isRasterType(mimeType) && imageExample(descriptor.slug, mimeType, descriptor.upload.images)),
  };
}

function exampleFile(slug: string): string {
  return `/api/${slug}/${exampleId}/file/${exampleId}`;
}

const exampleImage = { width: 1200, height: 800 };

/** What the service finds in an image. The thumbhash is that of a landscape with a blue sky. */
function imageExample(slug: string, mimeType: string, images: ImagesDescriptor | undefined): JsonObject {
  const sizes = (images?.sizes ?? []).map((size): Entry => {
    const type = size.format === 'same' ? mimeType : `image/${size.format}`;
    const url = `${exampleFile(slug)}/${size.name}-0123456789ab/file`;
    return [size.name, { url, ...exampleSize(size), mimeType: type }];
  });
  return {
    ...exampleImage,
    thumbhash: 'IxgCXZJwd3dzeHiHeHh3h3CHB5eI',
    ...(sizes.length > 0 && { sizes: Object.fromEntries(sizes) }),
  };
}

/** As the service makes sizes: cut, or made smaller as a whole; never enlarged. */
function exampleSize({ fit, ...size }: SizeDescriptor): typeof exampleImage {
  const { width, height } = exampleImage;
  const [maxWidth, maxHeight] = [
    Math.min(size.width ?? width, width),
    Math.min(size.height ?? height, height),
  ];
  if (fit === 'cover') return { width: maxWidth, height: maxHeight };
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Defaults, null, and empty lists. Joins are in populated documents only. */
function blankOf(fields: readonly IrField[]): JsonObject {
  const stored = fields.filter(({ descriptor }) => descriptor.type !== 'join');
  return Object.fromEntries(
    stored.map(
      (field): Entry => [
        field.descriptor.name,
        field.descriptor.type === 'group' ? blankOf(field.fields) : emptyValue(field.descriptor),
      ],
    ),
  );
}

function emptyValue(field: FieldDescriptor): JsonValue {
  if (field.default !== undefined) return field.default;
  const isList = field.type === 'array' || field.type === 'blocks' || ('hasMany' in field && field.hasMany);
  return isList ? [] : null;
}

/** Values of fields that a document never lacks and that have no default. */
function exampleOf(fields: readonly IrField[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field): Entry[] => {
      const { name, type } = field.descriptor;
      if (type === 'group') {
        const inner = exampleOf(field.fields);
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }
      return isGiven(field.descriptor) ? [[name, exampleValue(field)]] : [];
    }),
  );
}

/** Whether a document has a value that the service does not make up. */
function isGiven(field: FieldDescriptor): boolean {
  return field.required === true && field.default === undefined;
}

function exampleValue(field: IrField): JsonValue {
  const { type } = field.descriptor;
  const value = fieldTypeOf(field.descriptor).example.value(field, exampleOf);
  // Of rows the example has only what they need.
  if (type === 'array' || type === 'blocks') return [];
  return value ?? 'example';
}

/** Paths of the fields that a creation has to have. */
function requiredPaths(fields: readonly IrField[], prefix = ''): readonly string[] {
  return fields.flatMap(({ descriptor, fields: inner }) => {
    const path = `${prefix}${descriptor.name}`;
    if (descriptor.type === 'group') return requiredPaths(inner, `${path}.`);
    const isMade = descriptor.defaultCallback === true || descriptor.type === 'slug';
    return isRequired(descriptor) && isGiven(descriptor) && !isMade && isWritable(descriptor) ? [path] : [];
  });
}

function joinsOf(
  fields: readonly IrField[],
  nameOf: (slug: string) => string,
  prefix = '',
): readonly Entry[] {
  return fields.flatMap(({ descriptor, fields: inner }): readonly Entry[] => {
    const path = `${prefix}${descriptor.name}`;
    if (descriptor.type === 'group') return joinsOf(inner, nameOf, `${path}.`);
    if (descriptor.type !== 'join') return [];
    const { collection, on, limit } = descriptor;
    return [[path, { from: nameOf(collection), on, limit }]];
  });
}

/** The blank row of each list of rows. */
function rowsOf(fields: readonly IrField[], prefix = ''): readonly Entry[] {
  return fields.flatMap(({ descriptor, fields: inner, blocks }): readonly Entry[] => {
    const path = `${prefix}${descriptor.name}`;
    const own: readonly Entry[] = descriptor.type === 'array' ? [[path, blankOf(inner)]] : [];
    const ofBlocks = blocks.flatMap((block): readonly Entry[] => {
      const blockPath = `${path}.${block.descriptor.slug}`;
      return [[blockPath, blankOf(block.fields)], ...rowsOf(block.fields, `${blockPath}.`)];
    });
    return [...own, ...rowsOf(inner, `${path}.`), ...ofBlocks];
  });
}
