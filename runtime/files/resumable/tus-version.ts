import type { CollectionDescriptor } from '../../codegen/descriptors.js';

/** The one version of tus. */
export const tusVersion = '1.0.0';

/** Headers of every response of an upload. */
export const tusHeaders: Readonly<Record<string, string>> = {
  'Tus-Resumable': tusVersion,
  'Tus-Version': tusVersion,
};

/** Headers of the response to `OPTIONS` where uploads begin: what a client may use. */
export function tusAbilities({ upload }: CollectionDescriptor): Readonly<Record<string, string>> {
  return {
    'Tus-Extension': 'creation,creation-with-upload,checksum,termination,expiration',
    'Tus-Checksum-Algorithm': 'sha256',
    'Tus-Max-Size': String(upload?.maxBytes ?? 0),
  };
}
