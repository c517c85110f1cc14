import { expect, test } from 'vitest';
import { s3Storage } from '../storage-config.js';
import { validateConfig } from './validate-config.js';

/** The issues of a config that keeps its files there. */
function issuesOf(storage: unknown): readonly string[] {
  const collections = [{ slug: 'media', upload: true, fields: [] }];
  return validateConfig({ collections, storage }).map(({ path, message }) => `${path}: ${message}`);
}

const bucket = { bucket: 'files', accessKeyId: 'key', secretAccessKey: 'the secret' };

test('a bucket needs no credential while code is generated', () => {
  const storage = s3Storage({ bucket: 'files', accessKeyId: undefined, secretAccessKey: undefined });
  expect(issuesOf(storage)).toEqual([]);
});

test.each([
  [{ bucket: 'Files' }, 'storage.bucket: must be the name of a bucket'],
  [{ region: 'EU' }, 'storage.region: must be the name of a region'],
  [{ endpoint: 's3.example.com' }, 'storage.endpoint: must be an http or https address'],
  [
    { endpoint: 'https://a:b@s3.example.com' },
    'storage.endpoint: must have no query, fragment or credentials',
  ],
  [
    { endpoint: 'http://127.0.0.1:9000' },
    'storage.pathStyle: must be true where the endpoint is an IP address',
  ],
  [{ endpoint: 'http://[::1]:9000' }, 'storage.pathStyle: must be true'],
  [{ prefix: '../other' }, 'storage.prefix: must be a path of letters'],
  [{ prefix: '/shop/' }, 'storage.prefix: must be a path of letters'],
  [{ redirect: 'yes' }, 'storage.redirect: must be true or false'],
  [{ accessKey: 'x' }, 'storage: has no option "accessKey"'],
])('the bucket %j is refused, and its secret is not shown', (options, expected) => {
  const storage = { ...s3Storage({ ...bucket, secretAccessKey: 'secret' }), ...options };
  const issues = issuesOf(storage);
  expect(issues).toHaveLength(1);
  expect(issues[0]).toContain(expected);
  expect(issues[0]).not.toContain('"secret"');
});

test('a credential with spaces is refused without being shown', () => {
  expect(issuesOf(s3Storage(bucket))).toEqual(['storage.secretAccessKey: must be text without spaces.']);
});
