/** Checks the collections whose files everyone can read without the server. */
import { expandTypes } from '../../util/media-types.js';
import { defaultUploadTypes } from '../upload-config.js';
import { hasUpload } from '../upload-fields.js';
import { isPlainObject, type PlainObject } from './checks.js';
import { inside, type Place, type Problems, root } from './problem.js';

/** A collection of a config, wherever it is listed. */
export interface PublicCollection {
  readonly config: PlainObject;
  readonly place: Place;
}

/** The config, with the places as they are used: those of the environment may differ. */
export interface PublicFiles {
  readonly hasAuth: boolean;
  /** The place without a name, which the config or the environment gives. */
  readonly storage: unknown;
  /** The others by name. */
  readonly storages: unknown;
}

/**
 * Every client that has the address of an object in a place with a `publicUrl` reads it without the server.
 * So nothing may be there that not everyone may read, and nothing that needs the headers of the server.
 */
export function checkPublicFiles(
  { hasAuth, storage, storages }: PublicFiles,
  collections: Iterable<PublicCollection>,
  problems: Problems,
): void {
  for (const { config, place } of collections) {
    const upload = isPlainObject(config['upload']) ? config['upload'] : {};
    if (!hasUpload(config['upload'])) continue;
    const name = upload['storage'];
    const kept = typeof name === 'string' ? own(storages, name) : storage;
    if (own(kept, 'publicUrl') === undefined) continue;
    const option = typeof name === 'string' ? `storages.${name}` : 'storage';
    const because = `everyone may read what ${option} has, which has a publicUrl`;
    if (hasAuth) checkRights({ config, upload, place }, because, problems);
    checkContent(upload, { place: inside(place, 'upload'), because }, problems);
  }
}

function checkRights(
  { config, upload, place }: PublicCollection & { readonly upload: PlainObject },
  because: string,
  problems: Problems,
): void {
  if (own(config['access'], 'read') !== undefined) {
    problems.add(inside(inside(place, 'access'), 'read'), `closes files, but ${because}`);
  }
  const { access } = upload;
  const at = inside(inside(place, 'upload'), 'access');
  if (own(own(access, 'file'), 'read') !== undefined) {
    problems.add(inside(inside(at, 'file'), 'read'), `closes files, but ${because}`);
  }
  if (own(access, 'original') !== undefined) {
    problems.add(inside(at, 'original'), `closes files, but ${because}`);
  }
}

function checkContent(
  upload: PlainObject,
  { place, because }: { readonly place: Place; readonly because: string },
  problems: Problems,
): void {
  const { mimeTypes = defaultUploadTypes, dangerousTypes, keepMetadata } = upload;
  const types = Array.isArray(mimeTypes)
    ? expandTypes(mimeTypes.filter((type): type is string => typeof type === 'string'))
    : [];
  if (keepMetadata === true && types.some((type) => type.startsWith('image/'))) {
    problems.add(
      inside(place, 'keepMetadata'),
      `leaves in photos where they were taken, but ${because}: set it to false`,
    );
  }
  if (Array.isArray(dangerousTypes) && dangerousTypes.length > 0) {
    problems.add(
      inside(place, 'dangerousTypes'),
      `has types that run code, which only the server keeps from doing so, but ${because}`,
    );
  }
}

/** The collections of a config that has been checked. */
export function placedCollections(collections: readonly object[]): readonly PublicCollection[] {
  const place = inside(root, 'collections');
  return collections.map((config) => {
    const slug = 'slug' in config ? String(config.slug) : '';
    return { config: { ...config }, place: inside(place, slug) };
  });
}

function own(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
