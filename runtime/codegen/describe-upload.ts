import type { CollectionConfig } from '../config/collection-config.js';
import {
  bytesOf,
  defaultMaxFileBytes,
  defaultUploadTypes,
  type ImageSizeConfig,
  type TransformsConfig,
  takenImages,
  type UploadAccess,
  type UploadConfig,
} from '../config/upload-config.js';
import { uploadFieldNames } from '../config/upload-fields.js';
import { folderField, foldersOption, foldersSlug } from '../config/upload-folders.js';
import type { AccessNames } from './describe-access.js';
import type {
  CollectionDescriptor,
  FieldDescriptor,
  ImagesDescriptor,
  SizeDescriptor,
  TransformsDescriptor,
  UploadDescriptor,
} from './descriptors.js';

/** For how many seconds caches may keep a public file by default. */
const defaultCacheSeconds = 3600;

const defaultMaxPixels = 100_000_000;
const defaultMaxFrames = 200;
const defaultQuality = 80;

/** Describes the files of a collection; nothing where it has none. */
export function describeUpload(
  { slug, upload = false }: Pick<CollectionConfig, 'slug' | 'upload'>,
  names: AccessNames | null,
): { readonly upload?: UploadDescriptor } {
  if (upload === false) return {};
  const options = upload === true ? {} : upload;
  const { mimeTypes, maxBytes, cacheSeconds, storage, access = {}, fromUrl } = options;
  const quotaBytes = bytesOf(options.quotaBytes);
  return {
    upload: {
      mimeTypes: mimeTypes ?? defaultUploadTypes,
      maxBytes: bytesOf(maxBytes) ?? defaultMaxFileBytes,
      cacheSeconds: cacheSeconds ?? defaultCacheSeconds,
      ...(storage !== undefined && { storage }),
      ...(quotaBytes !== null && { quotaBytes }),
      ...(fromUrl !== undefined && { fromUrl: fromUrl.hosts }),
      ...(names !== null && { signs: true, ...readers(access, names) }),
      ...(takenImages(options).some && { images: describeImages(options) }),
      ...(foldersOption(upload) !== null && { folders: foldersSlug(slug) }),
    },
  };
}

function readers(
  { original }: UploadAccess,
  { resolve }: AccessNames,
): Pick<UploadDescriptor, 'originalReaders'> {
  return original === undefined ? {} : { originalReaders: resolve(original) };
}

/** The names of the fields of a collection that say what its files are. */
export function fileFieldNames({ fields }: Pick<CollectionDescriptor, 'fields'>): readonly string[] {
  return fields.flatMap(({ name }) =>
    uploadFieldNames.includes(name) && name !== folderField ? [name] : [],
  );
}

/** Fields that say where a file is, or what it looks like: what is stored of them follows the config. */
const unqueriedFields: readonly string[] = ['url', 'sizes', 'thumbhash'];

/**
 * The fields of a collection with files: `sizes` knows the names of the sizes, and lists are not filtered by
 * addresses and placeholders.
 */
export function withFileFields(
  fields: readonly FieldDescriptor[],
  { upload }: Pick<CollectionDescriptor, 'upload'>,
): readonly FieldDescriptor[] {
  if (upload === undefined) return fields;
  const imageSizes = (upload.images?.sizes ?? []).map(({ name }) => name);
  return fields.map((field) => {
    if (!unqueriedFields.includes(field.path)) return field;
    return { ...field, unqueried: true, ...(field.type === 'json' && { imageSizes }) };
  });
}

function describeImages({
  maxPixels = defaultMaxPixels,
  maxFrames = defaultMaxFrames,
  keepMetadata,
  alt,
  sizes = {},
  transforms,
}: UploadConfig): ImagesDescriptor {
  return {
    maxPixels,
    maxFrames,
    ...(keepMetadata === true && { keepMetadata }),
    ...(alt === 'required' && { needsAlt: true }),
    sizes: Object.entries(sizes).map(describeSize),
    ...(transforms && { transforms: describeTransforms(transforms) }),
  };
}

function describeTransforms({
  widths = [],
  heights = [],
  formats = ['webp'],
  qualities = [defaultQuality],
}: TransformsConfig): TransformsDescriptor {
  return { widths, heights, formats, qualities };
}

function describeSize([name, size]: readonly [string, ImageSizeConfig]): SizeDescriptor {
  const { width, height, format = 'webp', quality = defaultQuality } = size;
  const hasBoth = width !== undefined && height !== undefined;
  const { fit = hasBoth ? 'cover' : 'inside' } = size;
  return {
    name,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    fit,
    format,
    quality,
  };
}
