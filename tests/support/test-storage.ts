/**
 * The place of files for tests of services: a folder, or with `SVC_TEST_FILES=s3` the bucket of
 * `SVC_TEST_S3_URL`. Clients must not notice a difference, so the same tests run on both.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type TestAPI, test } from 'vitest';
import { localStorage, type StorageConfig, s3Storage } from '../../runtime/config/storage-config.js';
import type { FileStorage } from '../../runtime/files/storage/file-storage.js';
import { openLocalStorage } from '../../runtime/files/storage/local/local-storage.js';
import type { S3Options } from '../../runtime/files/storage/s3/s3-client.js';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';

/** Where the tests keep files. */
export const testFiles: 'local' | 's3' = process.env['SVC_TEST_FILES'] === 's3' ? 's3' : 'local';

/** `test` for what only a folder has. In a bucket the test is skipped, and the reason is printed. */
export function inFolderOnly(reason: string): TestAPI {
  if (testFiles !== 'local') process.stderr.write(`skipped in a bucket: ${reason}\n`);
  return test.runIf(testFiles === 'local') as TestAPI;
}

/** The bucket that `SVC_TEST_S3_URL` names, such as `http://key:secret@127.0.0.1:8085/bucket?region=us-east-1`. */
export function bucketAt(address: string): S3Options {
  const url = new URL(address);
  return {
    bucket: url.pathname.slice(1),
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.origin,
    pathStyle: true,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** `SVC_STORAGE_URL` of a place in the bucket. */
export function storageAddress(server: string, prefix: string): string {
  const { bucket, region } = bucketAt(server);
  const { host, username, password } = new URL(server);
  return `s3://${username}:${password}@${host}/${bucket}?region=${region}&pathStyle=true&tls=false&prefix=${prefix}`;
}

/** The place of a folder, for a config: itself, or one in the bucket that is the same for the same folder. */
export function placeOf(folder: string): StorageConfig {
  if (testFiles === 'local') return localStorage({ dir: folder });
  return s3Storage({ ...bucketAt(server()), prefix: prefixOf(folder) });
}

/** Opens the place of a folder, to see what is stored. */
export async function openPlaceOf(folder: string): Promise<FileStorage> {
  if (testFiles === 'local') return openLocalStorage({ dir: folder });
  return openS3Storage({ ...bucketAt(server()), prefix: prefixOf(folder) });
}

/** Environment variables for processes in a project folder. In a folder none: the default is `.svc/files`. */
export function storageOfProject(folder: string): { readonly SVC_STORAGE_URL?: string } {
  if (testFiles === 'local') return {};
  return { SVC_STORAGE_URL: storageAddress(server(), prefixOf(filesOf(folder))) };
}

/** Opens the place of the files of a project. */
export function openStorageOfProject(folder: string): Promise<FileStorage> {
  return openPlaceOf(filesOf(folder));
}

/** Removes what tests have left in the bucket. */
export async function emptyPlaceOf(folder: string): Promise<void> {
  if (testFiles === 'local') return;
  const storage = await openPlaceOf(folder);
  for await (const { key } of storage.list('')) await storage.delete(key);
}

/** Removes what the tests of a project have left in the bucket. */
export function emptyStorageOfProject(folder: string): Promise<void> {
  return emptyPlaceOf(filesOf(folder));
}

function filesOf(folder: string): string {
  return join(folder, '.svc/files');
}

function prefixOf(folder: string): string {
  return `test-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}

function server(): string {
  const address = process.env['SVC_TEST_S3_URL'];
  if (!address) throw new Error('SVC_TEST_FILES=s3 needs SVC_TEST_S3_URL.');
  return address;
}
