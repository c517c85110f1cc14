/** The fields that every document with a file has, in addition to those of its collection. */
import type { CollectionConfig } from './collection-config.js';
import type { FieldConfig } from './field-config.js';
import type { Absent, EntryType, PropertyType } from './property-type.js';
import type { RoleName } from './roles.js';
import { type TakenImages, takenImages, type UploadConfig } from './upload-config.js';
import { type FolderFieldTypes, folderField, folderFieldOf, foldersOption } from './upload-folders.js';

/**
 * Names that fields of a collection with files cannot have: those of the built-in fields
 * (docs/spec/uploads.md#config).
 */
export const uploadFieldNames: readonly string[] = [
  ...['filename', 'mimeType', 'filesize', 'width', 'height', 'focalX', 'focalY', 'alt', folderField],
  ...['thumbhash', 'checksum', 'url', 'sizes', 'file'],
];

/** The field that says which file a document has. */
export const addressField = 'url';

/** The fields that say where a file and the sizes of an image are. */
const addressFields: readonly string[] = [addressField, 'sizes'];

/** Max length of a file name in bytes, so in code points at most. */
const maxNameLength = 180;

/** Max length of a text that describes an image, in code points. */
const maxAltLength = 2000;

const filename: FieldConfig = {
  name: 'filename',
  type: 'text',
  required: true,
  default: 'file',
  maxLength: maxNameLength,
  index: true,
  description: 'Name of the file; its extension follows the type. Several files may have the same name.',
};

const mimeType: FieldConfig = {
  name: 'mimeType',
  type: 'text',
  required: true,
  readOnly: true,
  index: true,
  description: 'Media type, found from the bytes.',
};

const filesize: FieldConfig = {
  name: 'filesize',
  type: 'number',
  required: true,
  readOnly: true,
  integer: true,
  description: 'Size in bytes.',
};

const checksum: FieldConfig = {
  name: 'checksum',
  type: 'text',
  required: true,
  readOnly: true,
  index: true,
  description: '`sha256-` and the base64 of the SHA-256 of the bytes.',
};

const url: FieldConfig = {
  name: addressField,
  type: 'text',
  required: true,
  readOnly: true,
  description: 'Address of the file. It is new with every file.',
};

/**
 * The built-in fields of a collection as a config would write them. No request sets those that are
 * `readOnly`. A collection that takes no images has none of their fields.
 */
export function uploadFields(upload: boolean | UploadConfig): readonly FieldConfig[] {
  const options = typeof upload === 'boolean' ? {} : upload;
  const taken = takenImages(options);
  if (!taken.some) return [filename, mimeType, filesize, checksum, url];
  const { before, after } = imageFields(options, taken);
  return [filename, mimeType, filesize, ...before, checksum, url, ...after];
}

interface ImageFields {
  readonly before: readonly FieldConfig[];
  readonly after: readonly FieldConfig[];
}

/** They are empty in documents with other files. */
function imageFields(
  { focalPoint = true, alt = 'optional', sizes = {} }: UploadConfig,
  { only }: TakenImages,
): ImageFields {
  const ofImage = { required: only, readOnly: true } as const;
  const side = { ...ofImage, type: 'number', integer: true } as const;
  const focal = { type: 'number', required: true, default: 50, min: 0, max: 100 } as const;
  const others = only ? '' : '; null for other files';
  const before: readonly FieldConfig[] = [
    { name: 'width', ...side, description: `Pixels, of the image as it is shown${others}.` },
    { name: 'height', ...side, description: `Pixels, of the image as it is shown${others}.` },
    ...(focalPoint
      ? [
          {
            name: 'focalX',
            ...focal,
            description: 'What sizes are cut around: 0 is left, 100 right.',
          } as const,
          {
            name: 'focalY',
            ...focal,
            description: 'What sizes are cut around: 0 is top, 100 bottom.',
          } as const,
        ]
      : []),
    ...(alt === false ? [] : [altField(only && alt === 'required')]),
    {
      name: 'thumbhash',
      type: 'text',
      ...ofImage,
      admin: { hidden: true },
      description: 'What is shown while the image loads, as base64: https://evanw.github.io/thumbhash/',
    },
  ];
  if (Object.keys(sizes).length === 0) return { before, after: [] };
  return {
    before,
    after: [
      {
        name: 'sizes',
        type: 'json',
        ...ofImage,
        admin: { hidden: true },
        description: `The image in each size of the config${others}.`,
      },
    ],
  };
}

function altField(required: boolean): FieldConfig {
  const description = 'What the image shows, for people who do not see it.';
  return { name: 'alt', type: 'text', required, maxLength: maxAltLength, description };
}

/** A collection with the fields that its files add. */
export function withUploadFields(collection: CollectionConfig): CollectionConfig {
  const { slug, upload, fields } = collection;
  if (!hasUpload(upload)) return collection;
  const builtIn = uploadFields(upload ?? true);
  const read = typeof upload === 'object' ? upload.access?.file?.read : undefined;
  const allowed = read === undefined ? builtIn : builtIn.map((field) => closed(field, read));
  const folder = foldersOption(upload) === null ? [] : [folderFieldOf(slug)];
  return { ...collection, fields: [...allowed, ...folder, ...fields] };
}

/** A file is found by its address in the document, so a requester who does not see that has no file. */
function closed(field: FieldConfig, read: readonly RoleName[]): FieldConfig {
  return addressFields.includes(field.name) ? { ...field, access: { read } } : field;
}

/** Whether the option `upload` of a collection gives its documents files. */
export function hasUpload(upload: unknown): boolean {
  return upload !== undefined && upload !== false;
}

/** What the compiler knows of the built-in fields. */
type FileFields = readonly [
  { readonly name: 'filename'; readonly type: 'text'; readonly required: true },
  { readonly name: 'mimeType'; readonly type: 'text'; readonly required: true },
  { readonly name: 'filesize'; readonly type: 'number'; readonly required: true },
  { readonly name: 'checksum'; readonly type: 'text'; readonly required: true },
  { readonly name: 'url'; readonly type: 'text'; readonly required: true },
];

/** The fields of images; `Only` says whether each file is one. */
type ImageFieldTypes<Only> = readonly [
  { readonly name: 'width'; readonly type: 'number'; readonly required: Only },
  { readonly name: 'height'; readonly type: 'number'; readonly required: Only },
  { readonly name: 'focalX'; readonly type: 'number'; readonly required: true },
  { readonly name: 'focalY'; readonly type: 'number'; readonly required: true },
  { readonly name: 'alt'; readonly type: 'text' },
  { readonly name: 'thumbhash'; readonly type: 'text'; readonly required: Only },
  { readonly name: 'sizes'; readonly type: 'json'; readonly required: Only },
];

type RasterType = `image/${'*' | 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'}`;

/** The types that a collection names; `string` where they are the default or not known. */
type NamedTypes<Upload> =
  PropertyType<Upload, 'mimeTypes'> extends readonly string[]
    ? EntryType<PropertyType<Upload, 'mimeTypes'>>
    : string;

type UploadFieldTypes<Types> = string extends Types
  ? readonly [...FileFields, ...ImageFieldTypes<false>]
  : [Extract<Types, RasterType>] extends [never]
    ? FileFields
    : readonly [
        ...FileFields,
        ...ImageFieldTypes<[Exclude<Types, RasterType>] extends [never] ? true : false>,
      ];

/** The fields of a collection, with those of its files. */
export type WithUploadFields<Fields, Collection> =
  PropertyType<Collection, 'upload'> extends Absent | false | undefined
    ? Fields
    : Fields extends readonly unknown[]
      ? readonly [
          ...UploadFieldTypes<NamedTypes<PropertyType<Collection, 'upload'>>>,
          ...FolderFieldTypes<Collection>,
          ...Fields,
        ]
      : Fields;
