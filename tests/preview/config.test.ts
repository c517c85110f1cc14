/** The options of previews and autosaves, and what the dashboard is told of them. */
import { describe, expect, test } from 'vitest';
import { emitAdmin } from '../../generator/emit/admin.js';
import { validateConfig } from '../../runtime/config/validate/validate-config.js';
import { irOf } from '../support/emitted.js';

const fields = [{ name: 'title', type: 'text' }];
const preview = (): string => 'https://www.example.com';
const origins = { previewOrigins: ['https://www.example.com'] };

function issues(config: object): readonly string[] {
  return validateConfig(config).map(({ keys, message }) => `${keys.join('.')}: ${message}`);
}

describe('errors', () => {
  test.each([
    [{ drafts: { autosave: 2 } }, 'must be true, false or { seconds }, not 2'],
    [{ drafts: { autosave: { seconds: 0 } } }, 'must be a whole number from 1 to 60'],
    [{ drafts: { autosave: { seconds: 61 } } }, 'must be a whole number from 1 to 60'],
    [{ drafts: { autosave: { second: 1 } } }, 'has no option "second"'],
    [{ admin: { preview: 'https://www.example.com' } }, 'must be a function'],
    [{ admin: { preview }, drafts: false }, 'the collection has no drafts'],
  ])('%j', (options, message) => {
    const found = issues({ admin: origins, collections: [{ slug: 'posts', fields, ...options }] });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  test.each([
    [undefined, 'needs the origin of its pages in admin.previewOrigins'],
    [{ previewOrigins: [] }, 'needs the origin of its pages in admin.previewOrigins'],
    [false, 'turns off the dashboard'],
  ])('a preview with admin: %j', (admin, message) => {
    const found = issues({
      ...(admin !== undefined && { admin }),
      collections: [{ slug: 'posts', fields, admin: { preview } }],
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  test.each([
    'https://www.example.com/',
    '*',
    'https://*.example.com',
    'javascript:x',
    'www.example.com',
    "'self'",
  ])('an origin %s', (origin) => {
    const found = issues({ admin: { previewOrigins: [origin] }, collections: [{ slug: 'posts', fields }] });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('must be an origin, such as https://www.example.com');
  });

  test('a global has no preview', () => {
    const globals = [{ slug: 'site', fields, admin: { preview } }];
    expect(issues({ admin: origins, globals })).toHaveLength(1);
  });
});

test('right options are taken, and the dashboard knows them', () => {
  const config = {
    admin: origins,
    collections: [
      { slug: 'posts', fields, admin: { preview }, drafts: { autosave: true, readRoles: ['editor'] } },
      { slug: 'pages', fields, drafts: { autosave: { seconds: 5 } } },
      { slug: 'notes', fields, drafts: { autosave: false } },
    ],
    globals: [{ slug: 'site', fields, drafts: { autosave: {} } }],
  } as const;
  expect(issues(config)).toEqual([]);
  const meta = JSON.parse(emitAdmin(irOf(config as never))[0]?.content ?? '');
  expect(meta.collections).toMatchObject([
    { preview: true, autosave: 2 },
    { autosave: 5 },
    { slug: 'notes' },
  ]);
  expect(meta.collections[1]).not.toHaveProperty('preview');
  expect(meta.collections[2]).not.toHaveProperty('autosave');
  expect(meta.globals).toMatchObject([{ autosave: 2 }]);
});
