import { describe, expect, test } from 'vitest';
import { openDocuments, refusal } from '../../tests/support/documents.js';
import type { ServiceConfig } from '../config/service-config.js';

const site: ServiceConfig = {
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
  globals: [
    {
      slug: 'site',
      fields: [
        { name: 'title', type: 'text', required: true, default: 'My site' },
        { name: 'host', type: 'text', default: ({ req }) => req.path },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'seo', type: 'group', fields: [{ name: 'robots', type: 'text', default: 'index' }] },
        { name: 'pinned', type: 'relationship', to: 'posts' },
        { name: 'links', type: 'array', fields: [{ name: 'label', type: 'text' }] },
      ],
    },
    { slug: 'plain', drafts: false, fields: [{ name: 'name', type: 'text', required: true }] },
  ],
};

describe('a global that was never written', () => {
  test('answers with its defaults, no times and revision 0', async () => {
    const docs = await openDocuments(site);
    expect(JSON.stringify(await docs.readGlobal('site'))).toBe(
      JSON.stringify({
        id: 'global',
        createdAt: null,
        updatedAt: null,
        _status: 'draft',
        _revision: 0,
        title: 'My site',
        host: '/api/test',
        tags: [],
        seo: { robots: 'index' },
        pinned: null,
        links: [],
      }),
    );
    expect(await docs.readGlobal('plain')).toEqual({
      id: 'global',
      createdAt: null,
      updatedAt: null,
      _revision: 0,
      name: null,
    });
    expect(await docs.readGlobal('site', 'select=title&depth=1')).toEqual({ id: 'global', title: 'My site' });
  });

  test('has rows with the same ids in every read, which its first PATCH keeps', async () => {
    const label = { name: 'label', type: 'text' } as const;
    const docs = await openDocuments({
      globals: [
        {
          slug: 'menu',
          fields: [
            {
              name: 'links',
              type: 'array',
              fields: [label],
              default: [{ label: 'Home' }, { label: 'Blog' }],
            },
            { name: 'note', type: 'text' },
          ],
        },
      ],
    });
    const { links } = await docs.readGlobal('menu');
    expect(links).toEqual([
      { id: 'default-1', label: 'Home' },
      { id: 'default-2', label: 'Blog' },
    ]);
    expect((await docs.readGlobal('menu')).links).toEqual(links);
    expect((await docs.updateGlobal('menu', { note: 'x' })).links).toEqual(links);
  });

  test('is created by its first PATCH, with the defaults', async () => {
    const docs = await openDocuments(site);
    const written = await docs.updateGlobal('site', { tags: ['a'], seo: {} });
    expect(written).toMatchObject({
      id: 'global',
      createdAt: written.updatedAt,
      _status: 'published',
      _revision: 1,
      title: 'My site',
      host: '/api/test',
      tags: ['a'],
      seo: { robots: 'index' },
    });
    expect(written.createdAt).toMatch(/Z$/);
    expect(await docs.readGlobal('site')).toEqual(written);
    const again = await docs.updateGlobal('site', { title: 'Other' });
    expect(again).toEqual({ ...written, title: 'Other', _revision: 2, updatedAt: again.updatedAt });
  });

  test('stays unwritten after PATCH {}', async () => {
    const docs = await openDocuments(site);
    const unwritten = await docs.readGlobal('site');
    expect(await docs.updateGlobal('site', {})).toEqual(unwritten);
    expect(await docs.readGlobal('site')).toEqual(unwritten);
  });

  test('must get its required fields with the first write', async () => {
    const docs = await openDocuments({
      globals: [
        {
          slug: 'plain',
          fields: [
            { name: 'name', type: 'text', required: true },
            { name: 'note', type: 'text' },
          ],
        },
      ],
    });
    expect(await refusal(docs.updateGlobal('plain', { note: 'x' }))).toMatchObject({
      status: 400,
      details: [{ path: 'name', message: 'This field is required.' }],
    });
    await docs.updateGlobal('plain', { name: 'n' });
    expect(await docs.updateGlobal('plain', { note: 'x' })).toMatchObject({
      name: 'n',
      note: 'x',
      _revision: 2,
    });
  });
});

describe('a global', () => {
  test('compares revisions, 0 before the first write', async () => {
    const docs = await openDocuments(site);
    expect(await refusal(docs.updateGlobal('site', { title: 'a' }, 1))).toMatchObject({
      status: 409,
      currentRevision: 0,
    });
    await docs.updateGlobal('site', { title: 'a' }, 0);
    expect(await refusal(docs.updateGlobal('site', { title: 'b' }, 0))).toMatchObject({
      status: 409,
      currentRevision: 1,
    });
    expect(await docs.updateGlobal('site', { title: 'b' }, 1)).toMatchObject({ _revision: 2 });
  });

  test('refuses what a document refuses', async () => {
    const docs = await openDocuments(site);
    const gone = '01890000-0000-7000-8000-000000000000';
    expect(await refusal(docs.updateGlobal('site', { id: 'x', nope: 1 }))).toMatchObject({
      status: 400,
      details: [{ path: 'id' }, { path: 'nope' }],
    });
    expect(await refusal(docs.updateGlobal('site', { pinned: gone }))).toMatchObject({
      details: [{ path: 'pinned' }],
    });
    expect(await docs.readGlobal('site')).toMatchObject({ _revision: 0 });
  });

  test('populates its relations', async () => {
    const docs = await openDocuments(site);
    const post = await docs.create('posts', { title: 'p' });
    await docs.updateGlobal('site', { pinned: post.id });
    expect((await docs.readGlobal('site', 'depth=1')).pinned).toEqual(post);
    expect(await docs.readGlobal('site', 'depth=1&select=pinned.title')).toEqual({
      id: 'global',
      pinned: { id: post.id, title: 'p' },
    });
  });

  test('runs its hooks: the document is null before the first write', async () => {
    const seen: unknown[] = [];
    const docs = await openDocuments({
      globals: [
        {
          slug: 'site',
          fields: [{ name: 'title', type: 'text' }],
          hooks: {
            beforeChange: ({ data, document, operation }) => {
              seen.push([operation, document?.['title'] ?? null]);
              return { title: `${data['title']}!` };
            },
            afterChange: ({ document }) => void seen.push(document?.['_revision']),
            afterRead: ({ data }) => ({ ...data, title: `<${data['title']}>` }),
          },
        },
      ],
    });
    expect(await docs.readGlobal('site')).toMatchObject({ title: '<null>' });
    expect(await docs.updateGlobal('site', { title: 'a' })).toMatchObject({ title: '<a!>' });
    expect(await docs.updateGlobal('site', { title: 'b' })).toMatchObject({ title: '<b!>' });
    expect(seen).toEqual([['update', null], 1, ['update', 'a!'], 2]);
  });
});
