/** Checks `upload` of collections, and how files are taken. */
import {
  dangerousTypes,
  expandTypes,
  isRasterType,
  isRecognisedType,
  plainType,
} from '../../util/media-types.js';
import { usersSlug } from '../built-in-users.js';
import { parseRemoteHost } from '../remote-host.js';
import { bytesOf, defaultUploadTypes } from '../upload-config.js';
import { hasUpload, uploadFieldNames, uploadFields } from '../upload-fields.js';
import { roleList } from './access-rule.js';
import {
  type Check,
  checkOptions,
  distinct,
  isPlainObject,
  listOf,
  must,
  objectOf,
  type PlainObject,
  wholeNumber,
  words,
} from './checks.js';
import { isMediaType, typeList } from './media-type-list.js';
import type { Outline, OutlineField } from './outline.js';
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

/** Options of the specification that this version does not have yet. */
const later = [
  ...['maxPixels', 'maxFrames', 'sizes', 'transforms', 'focalPoint', 'alt', 'folders', 'keepMetadata'],
] as const;

const notYet: Check = (_value, place, problems) => {
  problems.add(place, 'is not supported yet: remove it');
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
  ...Object.fromEntries(later.map((name) => [name, notYet])),
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
    deleteAfterHours: wholeNumber(0, maxHours),
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
    checkTypes(isPlainObject(upload) ? upload : {}, place, problems);
    checkStorage(upload, { place, named }, problems);
    checkFieldNames(outline, problems);
  }
}

function checkTypes(upload: PlainObject, place: Place, problems: Problems): void {
  const types = textsOf(upload['mimeTypes']) ?? defaultUploadTypes;
  const admitted = textsOf(upload['dangerousTypes']) ?? [];
  const at = inside(place, 'mimeTypes');
  for (const type of types.filter(isMediaType)) {
    if (expandTypes([type]).some(isRasterType)) {
      problems.add(at, `has ${quoted(type)}: images are not supported yet, other types are`);
    } else if (expandTypes([type]).every((one) => !isRecognisedType(one))) {
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

/** The outline with the fields that files add, for checks of references. */
export function withFileFields(outline: Outline): Outline {
  if (!hasUpload(outline.config['upload']) || outline.slug === usersSlug) return outline;
  const builtIn = uploadFields.map((field): [string, OutlineField] => [
    field.name,
    {
      path: field.name,
      type: field.type,
      config: { ...field },
      place: outline.place,
      group: '',
      inRows: false,
    },
  ]);
  return { ...outline, fields: new Map([...builtIn, ...outline.fields]) };
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
