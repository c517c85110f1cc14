/** Checks `upload` of collections, and how files are taken. */
import {
  dangerousTypes,
  expandTypes,
  isRasterType,
  isRecognisedType,
  plainType,
} from '../../util/media-types.js';
import { usersSlug } from '../built-in-users.js';
import type { FieldConfig } from '../field-config.js';
import { parseRemoteHost } from '../remote-host.js';
import { bytesOf, defaultUploadTypes } from '../upload-config.js';
import { hasUpload, uploadFieldNames, uploadFields } from '../upload-fields.js';
import { folderFieldOf, foldersOption } from '../upload-folders.js';
import { roleList } from './access-rule.js';
import { checkFolders, folders } from './check-folders.js';
import { checkPublicFiles } from './check-public-files.js';
import {
  type Check,
  checkOptions,
  distinct,
  flag,
  isPlainObject,
  listOf,
  must,
  objectOf,
  oneOf,
  type PlainObject,
  wholeNumber,
  words,
} from './checks.js';
import { isMediaType, typeList } from './media-type-list.js';
import { checkName } from './names.js';
import { type Outline, outlineOf } from './outline.js';
import { inside, type Place, type Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';

const size: Check = must('a number of bytes, or a text such as "20mb"', (value) => bytesOf(value) !== null);

const hostList: Check = (value, place, problems) => {
  const entry = must(
    'a host in lower case, such as "cdn.example.com", "*.example.com" or "http://legacy.example.com"',
    (host) => typeof host === 'string' && parseRemoteHost(host) !== null,
  );
  distinct(listOf(entry))(value, place, problems);
  if (Array.isArray(value) && value.length === 0) problems.add(place, 'must not be empty');
};

/** WebP has at most so many pixels on a side. */
const maxSide = 16_383;

const maxSizes = 20;

const imageFormats = ['webp', 'jpeg', 'png', 'avif', 'same'] as const;

const sizeOptions: Check = objectOf({
  options: {
    width: wholeNumber(1, maxSide),
    height: wholeNumber(1, maxSide),
    fit: oneOf(['cover', 'inside']),
    format: oneOf(imageFormats),
    quality: wholeNumber(1, 100),
  },
});

const imageSize: Check = (value, place, problems) => {
  sizeOptions(value, place, problems);
  if (!isPlainObject(value)) return;
  const sides = [value['width'], value['height']].filter((side) => side !== undefined);
  if (sides.length === 0) problems.add(place, 'needs "width" or "height"');
  else if (value['fit'] === 'cover' && sides.length === 1) {
    problems.add(inside(place, 'fit'), 'is "cover", which needs "width" and "height"');
  }
};

const sizes: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of sizes by name, not ${showValue(value)}`);
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > maxSizes) problems.add(place, `must have at most ${maxSizes} sizes`);
  for (const [name, size] of entries) {
    const at = inside(place, name);
    if (checkName(name, at, problems)) imageSize(size, at, problems);
  }
};

const maxListed = 50;

/** More different images of one file would be made in vain: 64 are kept. */
const maxTransforms = 1_000;

/** A list of different values, of at least one. */
function someOf(entry: Check): Check {
  return (value, place, problems) => {
    distinct(listOf(entry))(value, place, problems);
    if (!Array.isArray(value)) return;
    if (value.length === 0) problems.add(place, 'must not be empty');
    if (value.length > maxListed) problems.add(place, `must have at most ${maxListed} values`);
  };
}

const transformOptions: Check = objectOf({
  options: {
    widths: someOf(wholeNumber(1, maxSide)),
    heights: someOf(wholeNumber(1, maxSide)),
    formats: someOf(oneOf(imageFormats)),
    qualities: someOf(wholeNumber(1, 100)),
  },
});

const transforms: Check = (value, place, problems) => {
  transformOptions(value, place, problems);
  if (!isPlainObject(value)) return;
  const count = (name: string): number => (Array.isArray(value[name]) ? value[name].length : 0);
  const [widths, heights] = [count('widths'), count('heights')];
  if (value['widths'] === undefined && value['heights'] === undefined)
    problems.add(place, 'needs "widths" or "heights"');
  // Both sides are cut to, or fitted into.
  const sides = widths + heights + 2 * widths * heights;
  const images = sides * Math.max(count('formats'), 1) * Math.max(count('qualities'), 1);
  if (images > maxTransforms) {
    problems.add(
      place,
      `means ${images} different images: at most ${maxTransforms} are allowed, so list fewer values`,
    );
  }
};

/** Options that mean nothing without images. */
const imageOptions = {
  maxPixels: wholeNumber(1, 1_000_000_000),
  maxFrames: wholeNumber(1, 100_000),
  focalPoint: flag,
  alt: must('"required", "optional" or false', (value) =>
    ['required', 'optional', false].some((one) => one === value),
  ),
  sizes,
  transforms,
};

const uploadOptions = {
  mimeTypes: typeList,
  dangerousTypes: typeList,
  maxBytes: size,
  cacheSeconds: wholeNumber(0, 31_536_000),
  storage: words,
  quotaBytes: size,
  fromUrl: objectOf({ options: { hosts: hostList }, required: ['hosts'] }),
  access: objectOf({ options: { file: objectOf({ options: { read: roleList } }), original: roleList } }),
  keepMetadata: flag,
  folders,
  ...imageOptions,
};

/** The form of `upload`. What its types mean is checked where all options are known. */
export const upload: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  if (isPlainObject(value)) checkOptions(value, { options: uploadOptions }, place, problems);
  else problems.add(place, `must be true, false or an object with options, not ${showValue(value)}`);
};

/** More hours would overflow no timer, but mean that nothing is ever removed. */
const maxHours = 24 * 366;

export const uploads: Check = objectOf({
  options: {
    concurrent: wholeNumber(1, 10_000),
    stagingHours: wholeNumber(1, maxHours),
    unfinished: wholeNumber(1, 1_000_000),
    deleteAfterHours: wholeNumber(0, maxHours),
    imageWorkers: wholeNumber(1, 64),
    imageQueue: wholeNumber(1, 1_000_000),
  },
});

/**
 * Checks the collections with files: their types, the names of their fields, and that their storages exist.
 *
 * @param config - the whole config.
 */
export function checkUploads(
  config: PlainObject,
  collections: ReadonlyMap<string, Outline>,
  problems: Problems,
): void {
  const named = isPlainObject(config['storages']) ? Object.keys(config['storages']) : [];
  for (const outline of collections.values()) {
    const { upload } = outline.config;
    if (!hasUpload(upload)) continue;
    const place = inside(outline.place, 'upload');
    if (outline.slug === usersSlug && config['auth'] !== undefined) {
      problems.add(place, 'cannot be on for the built-in users: refer to a document with a file');
    }
    if (outline.config['renamedFrom'] !== undefined) {
      problems.add(
        inside(outline.place, 'renamedFrom'),
        'is not supported yet with "upload": addresses of files contain the slug',
      );
    }
    const options = isPlainObject(upload) ? upload : {};
    checkTypes(options, place, problems);
    checkImages(options, place, problems);
    checkStorage(upload, { place, named }, problems);
    checkFieldNames(outline, problems);
  }
  checkFolders(collections, problems);
  const { auth, storage, storages } = config;
  checkPublicFiles({ hasAuth: auth !== undefined, storage, storages }, collections.values(), problems);
}

function checkTypes(upload: PlainObject, place: Place, problems: Problems): void {
  const types = textsOf(upload['mimeTypes']) ?? defaultUploadTypes;
  const admitted = textsOf(upload['dangerousTypes']) ?? [];
  const at = inside(place, 'mimeTypes');
  for (const type of types.filter(isMediaType)) {
    if (expandTypes([type]).every((one) => !isRecognisedType(one))) {
      problems.add(at, `has ${quoted(type)}, a type that cannot be told from the bytes of a file`);
    }
    if (dangerousTypes.includes(plainType(type)) && !admitted.includes(type)) {
      problems.add(
        at,
        `has ${quoted(type)}, which runs code where it is opened: name it in "dangerousTypes" too`,
      );
    }
  }
  for (const type of admitted) {
    if (types.includes(type)) continue;
    problems.add(inside(place, 'dangerousTypes'), `has ${quoted(type)}, which is not one of mimeTypes`);
  }
}

function checkImages(upload: PlainObject, place: Place, problems: Problems): void {
  const types = expandTypes(textsOf(upload['mimeTypes']) ?? defaultUploadTypes);
  if (!types.some(isRasterType)) {
    const [given] = Object.keys(imageOptions).filter((name) => upload[name] !== undefined);
    if (given !== undefined) {
      problems.add(inside(place, given), 'needs a type of images in "mimeTypes", such as "image/jpeg"');
    }
  }
  if (upload['keepMetadata'] === true) return;
  const others = types.filter((type) => type.startsWith('image/') && !isRasterType(type) && type !== svg);
  for (const type of others) {
    problems.add(
      inside(place, 'mimeTypes'),
      `has ${quoted(type)}, whose metadata cannot be removed: allow it with "keepMetadata": true`,
    );
  }
}

const svg = 'image/svg+xml';

/** The outline with the fields that files and folders add, for checks of references. */
export function withFileFields(outline: Outline): Outline {
  if (!hasUpload(outline.config['upload']) || outline.slug === usersSlug) return outline;
  const folder = foldersOption(outline.config['upload']) === null ? [] : [folderFieldOf(outline.slug)];
  const builtIn = outlineOf([...uploadFieldsOf(outline.config['upload']), ...folder], outline.place);
  return { ...outline, fields: new Map([...builtIn, ...outline.fields]) };
}

/** The built-in fields of a collection whose option may be wrong, which is reported elsewhere. */
function uploadFieldsOf(upload: unknown): readonly FieldConfig[] {
  if (!isPlainObject(upload)) return uploadFields(true);
  const { focalPoint, alt, sizes: given } = upload;
  const mimeTypes = textsOf(upload['mimeTypes']);
  return uploadFields({
    ...(mimeTypes !== null && { mimeTypes }),
    ...(focalPoint === false && { focalPoint }),
    ...(alt === false && { alt }),
    ...(isPlainObject(given) && { sizes: Object.fromEntries(Object.keys(given).map((name) => [name, {}])) }),
  });
}

function textsOf(list: unknown): readonly string[] | null {
  if (!Array.isArray(list)) return null;
  return list.filter((one): one is string => typeof one === 'string');
}

function checkStorage(
  upload: unknown,
  { place, named }: { readonly place: Place; readonly named: readonly string[] },
  problems: Problems,
): void {
  const name = isPlainObject(upload) ? upload['storage'] : undefined;
  if (typeof name !== 'string' || named.includes(name)) return;
  problems.add(inside(place, 'storage'), `names ${quoted(name)}, which is not one of the config's storages`);
}

function checkFieldNames({ fields }: Outline, problems: Problems): void {
  for (const { path, place, inRows } of fields.values()) {
    if (inRows || path.includes('.')) continue;
    const builtIn = uploadFieldNames.find((name) => name.toLowerCase() === path.toLowerCase());
    if (builtIn === undefined) continue;
    const at = { ...place, keys: [...place.keys, 'name'] };
    const like = builtIn === path ? '' : ` (as ${quoted(builtIn)})`;
    problems.add(
      at,
      `${quoted(path)} is a built-in field of collections with files${like}: choose another name`,
    );
  }
}
