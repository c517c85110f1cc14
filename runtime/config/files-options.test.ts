import { describe, expect, test } from 'vitest';
import { ConfigError } from '../errors/config-error.js';
import { resolveFilesOptions } from './files-options.js';
import { localStorage, type StorageConfig, s3Storage } from './storage-config.js';

const collections = [{ slug: 'media', upload: true, fields: [] }];
const alone = { auth: null, server: null };

/** The place of files by this address. */
function placeOf(address: string, storage?: StorageConfig): StorageConfig | undefined {
  const config = { collections, ...(storage && { storage }) };
  return resolveFilesOptions(config, { SVC_STORAGE_URL: address }, alone)?.storage;
}

function issueOf(address: string, more: object = {}): string {
  try {
    resolveFilesOptions({ collections, ...more }, { SVC_STORAGE_URL: address }, alone);
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`).join('\n');
  }
}

describe('SVC_STORAGE_URL', () => {
  test('names a folder', () => {
    expect(placeOf('file:/srv/files', localStorage({ dir: 'other' }))).toEqual(
      localStorage({ dir: '/srv/files' }),
    );
    expect(placeOf('', localStorage({ dir: 'other' }))).toEqual(localStorage({ dir: 'other' }));
  });

  test('names a bucket with all of its options', () => {
    const address =
      's3://key:a%2Fb%2Bc@s3.example.com:9000/files?region=eu-west-1&pathStyle=true&tls=false&prefix=a/b';
    expect(placeOf(address)).toEqual({
      kind: 's3',
      bucket: 'files',
      region: 'eu-west-1',
      endpoint: 'http://s3.example.com:9000',
      pathStyle: true,
      accessKeyId: 'key',
      secretAccessKey: 'a/b+c',
      prefix: 'a/b',
    });
    expect(placeOf('s3://key:secret@s3.example.com/files')).toMatchObject({
      region: 'us-east-1',
      endpoint: 'https://s3.example.com',
      pathStyle: false,
    });
  });

  test('keeps what it cannot say from the bucket of the config', () => {
    const own = { bucket: 'own', accessKeyId: undefined, secretAccessKey: undefined };
    const address = 's3://key:secret@s3.example.com/files';
    expect(placeOf(address, s3Storage({ ...own, redirect: true, prefix: 'own' }))).toMatchObject({
      bucket: 'files',
      redirect: true,
    });
    expect(placeOf(address, s3Storage({ ...own, prefix: 'own' }))).not.toHaveProperty('prefix');
  });

  test.each([
    ['/srv/files', 'must be the address of a folder or bucket'],
    ['https://s3.example.com/files', 'must be the address of a folder or bucket'],
    ['s3://s3.example.com/files', 'must have a key and a secret'],
    ['s3://key@s3.example.com/files', 'must have a key and a secret'],
    ['s3://key:very%secret@s3.example.com/files', 'must have a key and a secret'],
    ['s3://key:verysecret@s3.example.com', 'must have the name of a bucket as its path'],
    ['s3://key:verysecret@s3.example.com/a/b', 'must have the name of a bucket as its path'],
    ['s3://key:verysecret@s3.example.com/files?ssl=false', 'may have the parameters region, pathStyle'],
    ['s3://key:verysecret@s3.example.com/files?tls=maybe', 'must have true or false'],
    ['s3://key:verysecret@10.0.0.1/files', 'pathStyle: must be true where the endpoint is an IP address'],
  ])('is refused if it is %s, without the secret', (address, expected) => {
    const issue = issueOf(address);
    expect(issue).toMatch(/^SVC_STORAGE_URL/);
    expect(issue).toContain(expected);
    expect(issue).not.toMatch(/very.?secret/);
  });
});

test('nothing starts without the credential of a bucket', () => {
  const missing = s3Storage({ bucket: 'files', accessKeyId: 'key', secretAccessKey: undefined });
  const archive = { ...missing, prefix: 'archive' };
  expect(issueOf('', { storage: missing, storages: { archive } }).split('\n')).toEqual([
    'storage.secretAccessKey: is missing: set it, or SVC_STORAGE_URL.',
    'storages.archive.secretAccessKey: is missing: set it.',
  ]);
  expect(issueOf('s3://key:secret@s3.example.com/files', { storage: missing })).toBe('');
});

test('no two storages are the same place', () => {
  const bucket = { bucket: 'files', accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = 'https://s3.example.com';
  const storages = {
    folder: localStorage({ dir: './files/../archive' }),
    again: localStorage({ dir: 'archive' }),
    bucket: s3Storage({ ...bucket, endpoint }),
    part: s3Storage({ ...bucket, endpoint, prefix: 'part' }),
    other: s3Storage({ ...bucket, endpoint: `${endpoint}/`, pathStyle: true }),
  };
  expect(issueOf('file:archive', { storages }).split('\n')).toEqual([
    expect.stringMatching(/^storages\.folder: is the same place as storage: each needs /),
    expect.stringMatching(/^storages\.again: is the same place as storage: /),
    expect.stringMatching(/^storages\.other: is the same place as storages\.bucket: /),
  ]);
});

test('a public place of the environment is refused as one of the config', () => {
  const address = 's3://key:secret@s3.example.com/files?publicUrl=https%3A%2F%2Fcdn.example.com';
  const closed = { slug: 'media', upload: true, access: { read: ['admin'] }, fields: [] };
  const auth = { secret: '0123456789012345678901234567890123456789' };
  const resolve = (SVC_STORAGE_URL: string, storage?: StorageConfig) =>
    resolveFilesOptions(
      { auth, collections: [closed], ...(storage && { storage }) },
      { SVC_STORAGE_URL },
      { auth: null, server: null },
    );
  expect(() => resolve(address)).toThrow(/collections\.media\.access\.read: closes files/);
  expect(resolve('file:files')?.storage).toMatchObject({ kind: 'local' });
  // That of the config is the address of another bucket.
  const open = s3Storage({
    ...{ bucket: 'a1b', accessKeyId: 'k', secretAccessKey: 's' },
    publicUrl: 'https://a.example',
  });
  expect(resolve('s3://key:secret@s3.example.com/files', open)?.storage).not.toHaveProperty('publicUrl');
});
