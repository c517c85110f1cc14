/** `SVC_STORAGE_URL`: the place of files as an address. */
import type { Variables } from './environment.js';
import { schemeOf } from './environment.js';
import {
  defaultFilesFolder,
  defaultRegion,
  localStorage,
  type S3Bucket,
  type StorageConfig,
} from './storage-config.js';
import { storage } from './validate/check-storage.js';
import { inside, type Problems, root } from './validate/problem.js';
import { parsedUrl } from './validate/web-address.js';

export const storageVariable = 'SVC_STORAGE_URL';

const s3Example = 's3://key:secret@s3.example.com/bucket?region=eu-central-1';

/**
 * The place that the environment names; undefined if it names none. What an address cannot say is taken from
 * `configured` where that is a bucket too; its `publicUrl` is not, which is that of another bucket.
 */
export function storageOf(
  configured: StorageConfig | undefined,
  variables: Variables,
  problems: Problems,
): StorageConfig | undefined {
  const given = variables.secret(storageVariable)?.trim();
  if (given === undefined) return configured;
  const place = inside(root, storageVariable);
  if (schemeOf(given) !== 's3') {
    const dir = variables.filePath(
      storageVariable,
      () => `must be the address of a folder or bucket: file:${defaultFilesFolder} or ${s3Example}`,
    );
    return dir === undefined ? configured : localStorage({ dir });
  }
  const bucket = bucketAt(given);
  if (typeof bucket === 'string') {
    problems.add(place, `${bucket}; write ${s3Example}`);
    return configured;
  }
  const { redirect } = configured?.kind === 's3' ? configured : {};
  const whole = { ...bucket, ...(redirect !== undefined && { redirect }) };
  storage(whole, place, problems);
  return whole;
}

const parameters: readonly string[] = ['region', 'pathStyle', 'tls', 'prefix', 'publicUrl'];

const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A bucket, or what is wrong with its address. No message contains the address: it has a secret. */
function bucketAt(address: string): S3Bucket | string {
  const url = parsedUrl(address);
  if (url === null || url.host === '') return 'must be the address of a bucket';
  const bucket = url.pathname.slice(1);
  if (bucket === '' || bucket.includes('/')) return 'must have the name of a bucket as its path';
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (!accessKeyId || !secretAccessKey) {
    return 'must have a key and a secret, percent-encoded where they contain other characters than letters and digits';
  }
  const given = new Map(url.searchParams);
  const unknown = [...given.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return `may have the parameters ${parameters.slice(0, -1).join(', ')} and ${parameters.at(-1)} only`;
  const {
    tls = 'true',
    pathStyle = 'false',
    region = defaultRegion,
    prefix,
    publicUrl,
  } = Object.fromEntries(given);
  const [isEncrypted, isInPath] = [flags[tls], flags[pathStyle]];
  if (isEncrypted === undefined || isInPath === undefined)
    return 'must have true or false for tls and pathStyle';
  return {
    kind: 's3',
    bucket,
    region,
    endpoint: `${isEncrypted ? 'https' : 'http'}://${url.host}`,
    pathStyle: isInPath,
    accessKeyId,
    secretAccessKey,
    ...(prefix && { prefix }),
    ...(publicUrl && { publicUrl }),
  };
}

/** Null for an invalid percent encoding. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
