/** The fields that every document with a file has, in addition to those of its collection. */
import type { CollectionConfig } from './collection-config.js';
import type { FieldConfig } from './field-config.js';
import type { Absent, PropertyType } from './property-type.js';
import type { RoleName } from './roles.js';

/**
 * Names that fields of a collection with files cannot have: those of the built-in fields
 * (docs/spec/uploads.md#config).
 */
export const uploadFieldNames: readonly string[] = [
  ...['filename', 'mimeType', 'filesize', 'width', 'height', 'focalX', 'focalY', 'alt', 'folder'],
  ...['thumbhash', 'checksum', 'url', 'sizes', 'file'],
];

/** The field that says which file a document has. */
export const addressField = 'url';

/** Max length of a file name in bytes, so in code points at most. */
const maxNameLength = 180;

/** The built-in fields as a config would write them. No request sets those that are `readOnly`. */
export const uploadFields: readonly FieldConfig[] = [
  {
    name: 'filename',
    type: 'text',
    required: true,
    default: 'file',
    maxLength: maxNameLength,
    index: true,
    description: 'Name of the file; its extension follows the type. Several files may have the same name.',
  },
  {
    name: 'mimeType',
    type: 'text',
    required: true,
    readOnly: true,
    index: true,
    description: 'Media type, found from the bytes.',
  },
  {
    name: 'filesize',
    type: 'number',
    required: true,
    readOnly: true,
    integer: true,
    description: 'Size in bytes.',
  },
  {
    name: 'checksum',
    type: 'text',
    required: true,
    readOnly: true,
    index: true,
    description: '`sha256-` and the base64 of the SHA-256 of the bytes.',
  },
  {
    name: addressField,
    type: 'text',
    required: true,
    readOnly: true,
    description: 'Path of the file. It is new with every file.',
  },
];

/** A collection with the fields that its files add. */
export function withUploadFields(collection: CollectionConfig): CollectionConfig {
  const { upload, fields } = collection;
  if (!hasUpload(upload)) return collection;
  const read = typeof upload === 'object' ? upload.access?.file?.read : undefined;
  const builtIn = read === undefined ? uploadFields : uploadFields.map((field) => closed(field, read));
  return { ...collection, fields: [...builtIn, ...fields] };
}

/** A file is found by the address in its document, so a reader who does not see the address has no file. */
function closed(field: FieldConfig, read: readonly RoleName[]): FieldConfig {
  return field.name === addressField ? { ...field, access: { read } } : field;
}

/** Whether the option `upload` of a collection gives its documents files. */
export function hasUpload(upload: unknown): boolean {
  return upload !== undefined && upload !== false;
}

/** What the compiler knows of the built-in fields. */
type UploadFields = readonly [
  { readonly name: 'filename'; readonly type: 'text'; readonly required: true },
  { readonly name: 'mimeType'; readonly type: 'text'; readonly required: true },
  { readonly name: 'filesize'; readonly type: 'number'; readonly required: true },
  { readonly name: 'checksum'; readonly type: 'text'; readonly required: true },
  { readonly name: 'url'; readonly type: 'text'; readonly required: true },
];

/** The fields of a collection, with those of its files. */
export type WithUploadFields<Fields, Collection> =
  PropertyType<Collection, 'upload'> extends Absent | false | undefined
    ? Fields
    : Fields extends readonly unknown[]
      ? readonly [...UploadFields, ...Fields]
      : Fields;
