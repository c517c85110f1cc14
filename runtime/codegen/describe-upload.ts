import {
  bytesOf,
  defaultMaxFileBytes,
  defaultUploadTypes,
  type UploadAccess,
  type UploadConfig,
} from '../config/upload-config.js';
import type { AccessNames } from './describe-access.js';
import type { UploadDescriptor } from './descriptors.js';

/** For how many seconds caches may keep a public file by default. */
const defaultCacheSeconds = 3600;

/** Describes the files of a collection; nothing where it has none. */
export function describeUpload(
  upload: boolean | UploadConfig = false,
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
    },
  };
}

function readers(
  { original }: UploadAccess,
  { resolve }: AccessNames,
): Pick<UploadDescriptor, 'originalReaders'> {
  return original === undefined ? {} : { originalReaders: resolve(original) };
}
