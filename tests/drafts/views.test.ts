/** Which view a request reads: docs/spec/service.md#draft-operations and docs/spec/contract.md#views. */
import { describe, expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import { anonymous, key, openGuarded, user } from '../access/support/guarded-service.js';
import { asDraft, openNewsroom } from './support/newsroom.js';

describe('the view', () => {
  test('is what is published for anonymous readers, and merged for everybody else', async () => {
    const { service, create, save } = await openNewsroom();
    const { id } = await create('posts', { title: 'Public' });
    await save('posts', id, { title: 'Secret' });
    const titleFor = async (who: Parameters<typeof service.as>[0], search = ''): Promise<unknown> =>
      (await service.as(who).get(`/api/posts/${id}${search}`)).body.title;
    expect(await titleFor(anonymous)).toBe('Public');
    expect(await titleFor(anonymous, '?draft=false')).toBe('Public');
    for (const who of [user('author'), user('guest'), key('author'), key(['posts:read'])]) {
      expect(await titleFor(who)).toBe('Secret');
      expect(await titleFor(who, '?draft=true')).toBe('Secret');
      expect(await titleFor(who, '?draft=false')).toBe('Public');
    }
  });

  test('merged is refused to anonymous readers, before anything is looked up', async () => {
    const { reader } = await openNewsroom();
    const gone = '0192f0c4-6c1a-7000-8000-000000000000';
    for (const path of [
      '/api/posts?draft=true',
      // Access is denied before any other error is reported.
      '/api/posts?draft=true&limit=-1',
      `/api/posts/${gone}?draft=true`,
      '/api/globals/front?draft=true',
    ]) {
      expect(await reader.get(path)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect(await reader.post('/api/posts/query', { draft: true })).toMatchObject({ status: 403 });
  });

  test('is what is published for roles that readRoles leaves out, whatever they ask for', async () => {
    const { service, create, save, draft } = await openNewsroom();
    const { id } = await create('people', { name: 'Public' });
    await save('people', id, { name: 'Secret' });
    await draft('people', { name: 'New' });
    for (const who of [user('author'), user('super_admin'), key('author'), key(['people:read'])]) {
      for (const search of ['', '?draft=true']) {
        expect((await service.as(who).get(`/api/people/${id}${search}`)).body.name).toBe('Public');
        const { docs, totalDocs } = (await service.as(who).get(`/api/people${search}`)).body;
        expect([docs.length, totalDocs]).toEqual([1, 1]);
      }
    }
    const { body } = await service.as(key('editor')).get('/api/people?sort=name');
    expect(body.docs.map(({ name }: { name: string }) => name)).toEqual(['New', 'Secret']);
  });

  test('is each collection its own in one answer', async () => {
    const { author, editor, create, save } = await openNewsroom();
    const person = await create('people', { name: 'Public' });
    const post = await create('posts', { title: 'Public', author: person.id });
    await save('people', person.id, { name: 'Secret' });
    await save('posts', post.id, { title: 'Secret' });
    const read = `/api/posts/${post.id}?depth=1`;
    expect((await author.get(read)).body).toMatchObject({ title: 'Secret', author: { name: 'Public' } });
    expect((await editor.get(read)).body).toMatchObject({ title: 'Secret', author: { name: 'Secret' } });
    const filter = (name: string): string =>
      `/api/posts?where=${encodeURIComponent(JSON.stringify({ title: 'Secret', 'author.name': name }))}`;
    expect((await author.get(filter('Public'))).body.totalDocs).toBe(1);
    expect((await author.get(filter('Secret'))).body.totalDocs).toBe(0);
    expect((await editor.get(filter('Public'))).body.totalDocs).toBe(0);
    expect((await editor.get(filter('Secret'))).body.totalDocs).toBe(1);
  });

  test('cannot be asked for where drafts are switched off', async () => {
    const { editor, create } = await openNewsroom();
    const { id } = await create('places', { name: 'Here' });
    for (const path of ['/api/places', `/api/places/${id}`, '/api/globals/plain']) {
      for (const draft of ['true', 'false']) {
        expect((await editor.get(`${path}?draft=${draft}`)).body).toMatchObject({ code: 'BAD_USER_INPUT' });
      }
    }
  });

  test('is what is published without authentication, unless drafts are asked for', async () => {
    const service = await openGuarded(
      defineConfig({ collections: [{ slug: 'notes', fields: [{ name: 'text', type: 'text' }] }] }),
    );
    const client = service.as(anonymous);
    const { body } = await client.post('/api/notes', { text: 'Public' });
    expect((await client.patch(`/api/notes/${body.id}`, { text: 'Secret' }, asDraft)).status).toBe(200);
    await client.post('/api/notes', { text: 'New' }, asDraft);
    expect((await client.get('/api/notes')).body).toMatchObject({ totalDocs: 1, docs: [{ text: 'Public' }] });
    expect((await client.get('/api/notes?draft=true')).body).toMatchObject({
      totalDocs: 2,
      docs: [{ text: 'New' }, { text: 'Secret' }],
    });
    expect((await client.post('/api/notes/query', { draft: true })).body.totalDocs).toBe(2);
  });
});

describe('a document that was never published', () => {
  test('is there in the merged view alone, as a draft', async () => {
    const { editor, reader, draft } = await openNewsroom();
    const made = await draft('posts', {});
    expect(made).toMatchObject({ title: null, _status: 'draft', _revision: 1 });
    expect((await editor.get(`/api/posts/${made.id}`)).body).toEqual(made);
    expect((await editor.get(`/api/posts/${made.id}?draft=false`)).status).toBe(404);
    expect((await reader.get(`/api/posts/${made.id}`)).status).toBe(404);
  });
});

describe('entity tags', () => {
  test('tell the two views apart', async () => {
    const { editor, reader, create, save } = await openNewsroom();
    const { id } = await create('people', { name: 'Public' });
    await save('people', id, { name: 'Secret' });
    const path = `/api/people/${id}`;
    expect((await reader.get(path)).headers.get('etag')).toBe('"1"');
    expect((await editor.get(path)).headers.get('etag')).toBe('"2"');
    expect((await editor.get(path, { 'if-none-match': '"2"' })).status).toBe(304);
    expect((await editor.get(path, { 'if-none-match': '"1"' })).status).toBe(200);
    expect((await editor.get(`${path}?draft=false`, { 'if-none-match': '"1"' })).status).toBe(304);
    expect((await reader.get(path, { 'if-none-match': '"1"' })).status).toBe(304);
  });

  test('never answer for a draft what was fetched as published, though one write gave both the same revision', async () => {
    const { editor, create } = await openNewsroom();
    const { id } = await create('posts', { title: 'Lead' });
    const path = '/api/globals/front';
    await editor.patch(path, { headline: 'Public' });
    await editor.patch(path, { headline: 'Secret' }, asDraft);
    expect((await editor.patch(path, { lead: id })).status).toBe(200);
    const published = await editor.get(`${path}?draft=false`);
    const tag = published.headers.get('etag') ?? '';
    expect(published.body).toMatchObject({ headline: 'Public', lead: id });
    expect(await editor.get(path, { 'if-none-match': tag })).toMatchObject({
      status: 200,
      body: { headline: 'Secret', lead: id },
    });
    expect((await editor.get(`${path}?draft=false`, { 'if-none-match': tag })).status).toBe(304);
  });

  test('let no cache keep a draft that has the revision of what is published', async () => {
    const { editor, reader, create, save } = await openNewsroom();
    const { id } = await create('posts', { title: 'Public', rank: 1 });
    const path = `/api/posts/${id}`;
    await save('posts', id, { title: 'Secret' });
    const cacheControl = async (asked = path): Promise<string | null> =>
      (await editor.get(asked)).headers.get('cache-control');
    expect(await cacheControl()).toBe('private, no-cache');
    await editor.patch(path, { rank: 2 });
    const draft = await editor.get(path);
    expect(draft.body.title).toBe('Secret');
    expect(draft.headers.get('etag')).toBe((await reader.get(path)).headers.get('etag'));
    expect(draft.headers.get('cache-control')).toBe('no-store');
    expect(await cacheControl(`${path}?select=title`)).toBe('no-store');
    expect(await cacheControl(`${path}?draft=false`)).toBe('private, no-cache');
    expect((await reader.get(path)).headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('a global', () => {
  test('shows anonymous readers its defaults until it is published, and editors the draft', async () => {
    const { editor, reader } = await openNewsroom();
    const path = '/api/globals/front';
    const defaults = await reader.get(path);
    expect(defaults.body).toMatchObject({ headline: 'Welcome', _status: 'draft', _revision: 0 });
    await editor.patch(path, { headline: 'Secret' }, asDraft);
    expect((await reader.get(path)).body).toEqual(defaults.body);
    expect((await reader.get(path)).headers.get('etag')).toBe(defaults.headers.get('etag'));
    expect((await editor.get(path)).body).toMatchObject({ headline: 'Secret', _status: 'draft' });
    expect((await editor.get(`${path}?draft=false`)).body).toEqual(defaults.body);
    expect((await editor.post(`${path}/publish`, {})).status).toBe(200);
    expect((await reader.get(path)).body).toMatchObject({ headline: 'Secret', _status: 'published' });
  });

  test('populates its relations in the view that is read', async () => {
    const { editor, reader, create, save, draft } = await openNewsroom();
    const { id } = await create('posts', { title: 'Public' });
    await editor.patch('/api/globals/front', { lead: id });
    await save('posts', id, { title: 'Secret' });
    expect((await reader.get('/api/globals/front?depth=1')).body.lead.title).toBe('Public');
    expect((await editor.get('/api/globals/front?depth=1')).body.lead.title).toBe('Secret');
    const hidden = await draft('posts', { title: 'New' });
    await editor.patch('/api/globals/front', { lead: hidden.id });
    expect((await reader.get('/api/globals/front?depth=1')).body.lead).toBeNull();
    expect((await editor.get('/api/globals/front?depth=1')).body.lead.title).toBe('New');
  });
});

describe('where nothing is pending', () => {
  test('a draft is seen by the read that follows it, however often there was none', async () => {
    const { editor, create, save } = await openNewsroom();
    const { id } = await create('posts', { title: 'Zero', rank: 1 });
    for (const round of [1, 2, 3]) {
      for (let reads = 0; reads < 4; reads += 1) {
        await editor.get(`/api/posts/${id}`);
        await editor.get('/api/posts');
      }
      await save('posts', id, { title: `Draft ${round}` });
      expect((await editor.get(`/api/posts/${id}`)).body).toMatchObject({ title: `Draft ${round}` });
      const list = (await editor.get('/api/posts')).body;
      expect(list).toMatchObject({ totalDocs: 1, docs: [{ title: `Draft ${round}` }] });
      await editor.post(`/api/posts/${id}/publish`, {});
      expect((await editor.get(`/api/posts/${id}`)).body).toMatchObject({ title: `Draft ${round}` });
    }
  });

  test('the merged view is read by the statements of the published one, which say whether that is right', async () => {
    const { service, editor, create } = await openNewsroom();
    const person = await create('people', { name: 'Ada' });
    const { id } = await create('posts', { title: 'One', section: 'news', author: person.id });
    const filter = encodeURIComponent('{"author.name":"Ada","section":"news"}');
    const paths = [
      `/api/posts/${id}`,
      `/api/posts?where=${filter}`,
      '/api/posts?depth=2&cursor=',
      `/api/people?depth=2&count=none`,
      `/api/posts?where=${filter}&select=title&depth=1`,
    ];
    for (const path of paths) {
      const statements: string[][] = [];
      for (const draft of ['true', 'false']) {
        service.statements.length = 0;
        await editor.get(`${path}${path.includes('?') ? '&' : '?'}draft=${draft}`);
        statements.push([...service.statements]);
      }
      const [merged = [], published = []] = statements;
      expect(merged.map(withoutLook)).toEqual(published);
      expect(merged.filter((sql) => sql.includes('__pending'))).not.toEqual([]);
    }
  });
});

/** A statement without what shows whether drafts are pending, of the collection and of each document. */
function withoutLook(sql: string): string {
  const look = String.raw`CASE WHEN EXISTS \(SELECT 1 FROM "\w+__pending"\) THEN \d+ ELSE 0 END`;
  const state = String.raw`'{"_pending":false,' \|\| substr\((?:CAST\()?(\w+\."_doc")(?: AS BLOB\))?, 2\)`;
  return sql
    .replaceAll(new RegExp(String.raw`, ${look}(?: \+ ${look})* AS "?drafted"?`, 'g'), '')
    .replaceAll(new RegExp(state, 'g'), '$1')
    .replaceAll(', 0 AS "changed"', '');
}
