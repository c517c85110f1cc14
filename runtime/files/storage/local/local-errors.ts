import { StorageAway, StorageFull } from '../file-storage.js';

/** No space, or no more of it for this user. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/**
 * The error of a storage for one of the file system. What has no code of the system, such as an abort, stays
 * as it is. A missing file is one of these only where its folder should be there.
 */
export function storageError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  if (fullCodes.has(code)) return new StorageFull('The disk of the files is full.', { cause: error });
  return new StorageAway(`The folder of the files cannot be used (${code}).`, { cause: error });
}

/** Errors of Node itself begin with `ERR_`, and an abort has a number. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code.startsWith('ERR_') || error.code === 'ABORT_ERR' ? null : error.code;
}
