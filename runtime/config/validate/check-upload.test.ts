import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import { resolveFilesOptions } from '../files-options.js';
import { customStorage, localStorage, s3Storage } from '../storage-config.js';
import { validateConfig } from './validate-config.js';

/** The issues of a collection with this upload. */
function issuesOf(upload: unknown, more: object = {}, whole: object = {}): readonly string[] {
  const collections = [{ slug: 'media', upload, fields: [], ...more }];
  return validateConfig({ collections, ...whole }).map(({ path, message }) => `${path}: ${message}`);
}

test('a collection may have nothing but files', () => {
  expect(issuesOf(true)).toEqual([]);
  expect(issuesOf({ mimeTypes: ['video/*', 'application/pdf'], maxBytes: '2gb', cacheSeconds: 0 })).toEqual(
    [],
  );
  expect(issuesOf(false)).toEqual(['collections.media.fields: must not be empty.']);
});

test('images have sizes, limits and texts', () => {
  const sizes = {
    thumbnail: { width: 320, height: 320 },
    wide: { width: 1600, format: 'avif', quality: 60 },
  };
  const limits = { maxPixels: 1_000_000, maxFrames: 1, focalPoint: false, alt: 'required' };
  expect(issuesOf({ mimeTypes: ['image/*', 'image/svg+xml'], sizes, ...limits })).toEqual([]);
  expect(issuesOf({ mimeTypes: ['image/tiff'], keepMetadata: true })).toEqual([]);
  expect(issuesOf(true, {}, { uploads: { imageWorkers: 2, imageQueue: 10 } })).toEqual([]);
});

test('folders have a collection and rules', () => {
  const folder = { name: 'in', type: 'relationship', to: 'media_folders' };
  expect(issuesOf({ folders: true }, { fields: [folder] })).toEqual([]);
  expect(issuesOf({ folders: false }, { fields: [folder] })[0]).toContain('media_folders');
  const rule = (): boolean => true;
  const own = { folders: { access: { read: rule, update: ['admin'] } } };
  expect(issuesOf(own, { access: { read: rule, update: rule, create: ['admin'] } })).toEqual([]);
  expect(issuesOf({ folders: { access: { read: rule } } }, { access: { update: rule } })).toEqual([
    'collections.media.upload.folders: needs a rule of its own, "access": { "update": ... }: that of "media" ' +
      'is a function, which may speak of fields that folders do not have.',
  ]);
  const nobody = { folders: { access: { read: ['nobody'] } } };
  expect(issuesOf(nobody)[0]).toContain('media.upload.folders.access.read[0]: must be "super_admin"');
  const both = (slug: string): readonly string[] =>
    validateConfig({
      collections: [
        { slug: 'media', upload: { folders: true }, fields: [] },
        { slug, fields: [{ name: 'a', type: 'text' }] },
      ],
    }).map(({ path, message }) => `${path}: ${message}`);
  const clash = 'collections.media.upload.folders: makes the built-in collection "media_folders"';
  expect(both('media_folders')).toEqual([`${clash}, which the config has too: rename that of the config.`]);
  expect(both('media-folders')[0]).toContain(`${clash}, as which "media-folders" is known in the SDK`);
});

const sides = Array.from({ length: 15 }, (_, i) => 100 * (i + 1));

const manySizes = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`s${i}`, { width: 10 + i }]));

test.each([
  [{ mimeTypes: [] }, 'mimeTypes: must not be empty.'],
  [{ mimeTypes: ['pdf'] }, 'mimeTypes[0]: must be a media type in lower case'],
  [{ mimeTypes: ['image/tiff'] }, 'mimeTypes: has "image/tiff", whose metadata cannot be removed'],
  [{ mimeTypes: ['text/csv'], alt: 'required' }, 'alt: needs a type of images in "mimeTypes"'],
  [{ sizes: { a: {} } }, 'sizes.a: needs "width" or "height".'],
  [{ sizes: { a: { width: 9, fit: 'cover' } } }, 'sizes.a.fit: is "cover", which needs "width" and "height"'],
  [{ sizes: { a: { width: 9, fit: 'fill' } } }, 'sizes.a.fit: must be "cover" or "inside", not "fill"'],
  [{ sizes: { 'a-b': { width: 9 } } }, 'sizes.a-b: must be letters, digits and "_"'],
  [{ sizes: manySizes }, 'sizes: must have at most 20 sizes'],
  [{ alt: true }, 'alt: must be "required", "optional" or false, not true'],
  [{ mimeTypes: ['application/x-unheard-of'] }, 'a type that cannot be told from the bytes'],
  [{ mimeTypes: ['text/html'] }, 'name it in "dangerousTypes" too'],
  [{ dangerousTypes: ['text/html'] }, 'dangerousTypes: has "text/html", which is not one of mimeTypes'],
  [{ maxBytes: '2tb' }, 'maxBytes: must be a number of bytes, or a text such as "20mb"'],
  [{ maxBytes: 0 }, 'maxBytes: must be a number of bytes'],
  [{ folders: 'yes' }, 'folders: must be true, false or an object with options, not "yes"'],
  [{ folders: { name: 'a' } }, 'folders: has no option "name"'],
  [{ transforms: {} }, 'transforms: needs "widths" or "heights".'],
  [{ transforms: { widths: [] } }, 'transforms.widths: must not be empty.'],
  [{ transforms: { widths: [9, 9] } }, 'transforms.widths[1]: '],
  [{ transforms: { widths: [0] } }, 'transforms.widths[0]: must be a whole number from 1 to 16383, not 0'],
  [{ transforms: { widths: [9], formats: ['gif'] } }, 'transforms.formats[0]: must be "webp"'],
  [{ transforms: { heights: [9], qualities: [101] } }, 'transforms.qualities[0]: must be a whole number'],
  [
    { transforms: { widths: sides, heights: sides, qualities: [60, 70, 80] } },
    'transforms: means 1440 different images: at most 1000 are allowed',
  ],
  [{ transforms: { widths: Array.from({ length: 51 }, (_, i) => i + 1) } }, 'must have at most 50 values'],
  [{ mimeTypes: ['text/csv'], transforms: { widths: [9] } }, 'transforms: needs a type of images'],
  [{ fromUrl: { hosts: [] } }, 'fromUrl.hosts: must not be empty'],
  [{ fromUrl: { hosts: ['https://example.com'] } }, 'fromUrl.hosts[0]: must be a host in lower case'],
  [{ fromUrl: { hosts: ['*'] } }, 'fromUrl.hosts[0]: must be a host'],
  [{ fromUrl: { hosts: ['a.*.example.com'] } }, 'fromUrl.hosts[0]: must be a host'],
  [{ quotaBytes: '1tb' }, 'quotaBytes: must be a number of bytes'],
  [{ access: { read: [] } }, 'access: has no option "read"'],
  [{ access: { original: 'admin' } }, 'access.original: must be a list'],
  [{ access: { file: { read: ['nobody'] } } }, 'access.file.read[0]: must be "super_admin"'],
  [{ access: { original: ['nobody'] } }, 'access.original[0]: must be "super_admin"'],
  [{ storage: 'archive' }, `storage: names "archive", which is not one of the config's storages`],
  [{ mimetypes: ['text/csv'] }, 'has no option "mimetypes"'],
  ['yes', 'must be true, false or an object with options'],
])('%j is refused', (upload, expected) => {
  const issues = issuesOf(upload);
  expect(issues).toHaveLength(1);
  expect(issues[0]).toContain(expected);
});

test.each([
  'text/html',
  'application/xhtml+xml',
  'text/javascript',
  'application/wasm',
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-sh',
  'application/java-archive',
  'application/vnd.android.package-archive',
])('%s runs where it is opened, so it has to be named twice', (type) => {
  expect(issuesOf({ mimeTypes: [type] })).toEqual([
    expect.stringContaining('name it in "dangerousTypes" too'),
  ]);
  expect(issuesOf({ mimeTypes: [type], dangerousTypes: [type] })).toEqual([]);
});

test('what the config does not say is as the specification says', () => {
  const [media] = describeConfig({
    collections: [
      { slug: 'media', upload: { sizes: { a: { width: 9 }, b: { width: 9, height: 9 } } }, fields: [] },
    ],
  }).collections;
  expect(media?.upload).toMatchObject({
    mimeTypes: [
      ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'application/pdf', 'video/mp4'],
      ...['video/webm', 'audio/mpeg', 'text/plain', 'text/csv'],
    ],
    maxBytes: 20 * 1024 * 1024,
    cacheSeconds: 3600,
    images: {
      maxPixels: 100_000_000,
      maxFrames: 200,
      sizes: [
        { name: 'a', width: 9, fit: 'inside', format: 'webp', quality: 80 },
        { name: 'b', width: 9, height: 9, fit: 'cover', format: 'webp', quality: 80 },
      ],
    },
  });
  const options = resolveFilesOptions(
    { collections: [{ slug: 'media', upload: true, fields: [] }] },
    {},
    { auth: null, server: null },
  );
  expect(options).toMatchObject({
    storage: { kind: 'local', dir: '.svc/files' },
    ...{ imageWorkers: 1, imageQueue: 100, concurrent: 32, unfinished: 100 },
    ...{ stagingHours: 24, deleteAfterHours: 24 },
  });
});

test('names of the fields of files are reserved, whatever their case', () => {
  const fields = ['filename', 'URL', 'sizes', 'title'].map((name) => ({ name, type: 'text' }));
  expect(issuesOf(true, { fields }).map((issue) => issue.split(':')[0])).toEqual([
    'collections.media.fields.filename',
    'collections.media.fields.URL',
    'collections.media.fields.sizes',
  ]);
  expect(issuesOf(false, { fields })).toEqual([]);
  // Whatever the collection takes: with images, they would be fields of it later.
  const all = [
    ...['filename', 'mimeType', 'filesize', 'width', 'height', 'focalX', 'focalY', 'alt', 'folder'],
    ...['thumbhash', 'checksum', 'url', 'sizes', 'file'],
  ];
  for (const name of all) {
    const issues = issuesOf({ mimeTypes: ['text/csv'] }, { fields: [{ name, type: 'text' }] });
    expect([name, issues.length]).toEqual([name, 1]);
  }
});

test('other options may name the fields of files', () => {
  const options = { defaultSort: 'filesize_desc', admin: { useAsTitle: 'filename' } };
  expect(issuesOf(true, { ...options, indexes: [{ fields: ['mimeType', 'filesize'] }] })).toEqual([]);
});

test('neither users nor globals have files', () => {
  const auth = { secret: 'check-upload: 32 bytes and some more of them' };
  expect(issuesOf(true, { slug: 'users', fields: [] }, { auth })).toEqual([
    expect.stringContaining('cannot be on for the built-in users'),
  ]);
  const globals = [{ slug: 'site', upload: true, fields: [{ name: 'a', type: 'text' }] }];
  expect(validateConfig({ globals }).map(({ message }) => message)).toEqual([
    'a global has no option "upload".',
  ]);
});

test('places of files are made by functions', () => {
  const storages = { archive: localStorage({ dir: '/srv/archive' }) };
  expect(issuesOf({ storage: 'archive' }, {}, { storages, storage: localStorage() })).toEqual([]);
  expect(issuesOf(true, {}, { storage: '/srv/files' })).toEqual([
    'storage: must be made by localStorage(), s3Storage() or customStorage(), not "/srv/files".',
  ]);
  const open = 'a module' as unknown as Parameters<typeof customStorage>[0];
  expect(issuesOf(true, {}, { storage: customStorage(open) })).toEqual([
    'storage.open: must be a function, not "a module".',
  ]);
  expect(issuesOf(true, {}, { uploads: { concurrent: 0 } })).toEqual([
    'uploads.concurrent: must be a whole number from 1 to 10000, not 0.',
  ]);
});

test('an upload field refers to documents with files', () => {
  const issues = (field: object) =>
    issuesOf(
      true,
      {},
      {
        collections: [
          { slug: 'media', upload: true, fields: [] },
          { slug: 'posts', fields: [{ name: 'cover', type: 'upload', ...field }] },
        ],
      },
    );
  expect(issues({ to: 'media', mimeTypes: ['video/*'], onDelete: 'cascade', hasMany: true })).toEqual([]);
  expect(issues({ to: ['media', 'posts'] })).toEqual([
    `collections.posts.fields.cover: to[1] names "posts", whose documents have no files: set its "upload", or use type: 'relationship'.`,
  ]);
  expect(issues({ to: 'media', mimeTypes: ['video'] })[0]).toContain('must be a media type in lower case');
  expect(issues({ to: 'media', required: true, onDelete: 'set null' })[0]).toContain('cannot be "set null"');
  expect(issues({})[0]).toContain('to');
});

const bucket = { bucket: 'files', accessKeyId: 'key', secretAccessKey: 'secret' };
const open = s3Storage({ ...bucket, publicUrl: 'https://cdn.example.com/files' });
const auth = { secret: '0123456789012345678901234567890123456789' };

test('files that everyone may read are those of an open collection', () => {
  expect(issuesOf(true, {}, { auth, storage: open })).toEqual([]);
  const others = { access: { create: ['admin'], update: ['admin'] }, drafts: true };
  expect(issuesOf({ mimeTypes: ['image/*'] }, others, { auth, storage: open })).toEqual([]);
  // Without authentication no rule has an effect.
  expect(issuesOf(true, { access: { read: ['admin'] } }, { storage: open })).toEqual([]);
  expect(
    issuesOf(
      { storage: 'own' },
      { access: { read: ['admin'] } },
      {
        auth,
        storage: open,
        storages: { own: localStorage() },
      },
    ),
  ).toEqual([]);
  expect(issuesOf({ mimeTypes: ['video/*'], keepMetadata: true }, {}, { storage: open })).toEqual([]);
});

test.each<[string, unknown, object]>([
  ['access.read', true, { access: { read: ['admin'] } }],
  ['access.read', true, { access: { read: () => true } }],
  ['upload.access.file.read', { access: { file: { read: ['admin'] } } }, {}],
  ['upload.access.original', { access: { original: ['admin'] } }, {}],
  ['upload.keepMetadata', { keepMetadata: true }, {}],
  ['upload.keepMetadata', { mimeTypes: ['image/tiff'], keepMetadata: true }, {}],
  ['upload.dangerousTypes', { mimeTypes: ['text/html'], dangerousTypes: ['text/html'] }, {}],
])('%s is refused where everyone may read the files', (option, upload, more) => {
  const because = 'everyone may read what storage has, which has a publicUrl';
  const expected = [expect.stringMatching(`^collections\\.media\\.${option}: .*${because}`)];
  expect(issuesOf(upload, more, { auth, storage: open })).toEqual(expected);
  const custom = customStorage(() => Promise.reject(new Error('not opened')), {
    publicUrl: 'https://cdn.example.com',
  });
  const named = typeof upload === 'object' ? { ...upload, storage: 'cdn' } : { storage: 'cdn' };
  expect(issuesOf(named, more, { auth, storages: { cdn: custom } })).toHaveLength(1);
});

test.each([
  'cdn.example.com',
  'ftp://cdn.example.com',
  'https://cdn.example.com/?a=1',
  'https://*.example.com',
  '',
])('the address %j of a bucket is refused', (publicUrl) => {
  const [issue, ...more] = issuesOf(true, {}, { storage: s3Storage({ ...bucket, publicUrl }) });
  expect(issue).toMatch(/^storage\.publicUrl: must /);
  expect(more).toEqual([]);
});

test('a folder has no address of its own', () => {
  const given = { dir: 'files', publicUrl: 'https://cdn.example.com' };
  const storage = localStorage(given);
  expect(issuesOf(true, {}, { storage })).toEqual(['storage: has no option "publicUrl".']);
});
