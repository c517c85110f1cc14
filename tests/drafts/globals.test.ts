import { expect, test } from 'vitest';
import type { GlobalConfig } from '../../runtime/config/collection-config.js';
import { asDraft, type Desk, done, openDesk } from './support/desk.js';

const site: GlobalConfig = {
  slug: 'site',
  versions: { max: 5 },
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'motto', type: 'text', default: 'Ad astra' },
  ],
};

const path = '/api/globals/site';

const openSite = (secured = true): Promise<Desk> => openDesk({ collections: [], globals: [site], secured });

test('a global that was only ever a draft shows the public its defaults', async () => {
  for (const secured of [true, false]) {
    const { editor, anonymous } = await openSite(secured);
    const empty = done(await anonymous.get(path));
    expect(empty).toMatchObject({
      _status: 'draft',
      _revision: 0,
      createdAt: null,
      name: null,
      motto: 'Ad astra',
    });
    const draft = await editor.patch(path, { motto: 'Per aspera' }, asDraft);
    expect(draft).toMatchObject({
      status: 200,
      body: { id: 'global', _status: 'draft', _revision: 1, name: null, motto: 'Per aspera' },
    });
    expect(done(await anonymous.get(path))).toEqual(empty);
    expect(done(await editor.get(`${path}?draft=true`))).toEqual(draft.body);
  }
});

test('a global is published, changed as a draft, unpublished and discarded like a document', async () => {
  const { editor, anonymous } = await openSite();
  done(await editor.patch(path, { motto: 'M' }, asDraft));
  expect(await editor.post(`${path}/publish`, {})).toMatchObject({
    status: 400,
    body: { details: [{ path: 'name', message: 'This field is required.' }] },
  });
  done(await editor.patch(path, { name: 'Site' }, asDraft));
  const published = done(await editor.post(`${path}/publish`, {}));
  expect(published).toMatchObject({ name: 'Site', motto: 'M', _status: 'published', _revision: 3 });
  expect(done(await anonymous.get(path))).toEqual(published);

  done(await editor.patch(path, { name: 'Draft' }, asDraft));
  expect(done(await editor.patch(path, { motto: 'N' }))).toMatchObject({ name: 'Site', motto: 'N' });
  expect(done(await editor.get(path))).toMatchObject({ name: 'Draft', motto: 'N' });
  expect(done(await anonymous.get(path))).toMatchObject({ name: 'Site', motto: 'N', _revision: 5 });
  expect(done(await editor.delete(`${path}/draft`))).toMatchObject({
    name: 'Site',
    motto: 'N',
    _revision: 6,
  });
  expect(done(await anonymous.get(path))).toMatchObject({ _revision: 5 });

  expect(done(await editor.post(`${path}/unpublish`, {}))).toMatchObject({ _status: 'draft', name: 'Site' });
  expect(done(await anonymous.get(path))).toMatchObject({ _status: 'draft', _revision: 0, name: null });
  expect(await editor.delete(`${path}/draft`)).toMatchObject({ status: 409 });
});

test('a plain PATCH publishes a global that is a draft', async () => {
  const { editor, anonymous } = await openSite();
  done(await editor.patch(path, { motto: 'M' }, asDraft));
  expect((await editor.patch(path, { motto: 'N' })).status).toBe(400);
  const published = done(await editor.patch(path, { name: 'Site' }));
  expect(published).toMatchObject({ name: 'Site', motto: 'M', _status: 'published', _revision: 2 });
  expect(done(await anonymous.get(path))).toEqual(published);
});

test('steps on a global that was never written write nothing', async () => {
  const { editor } = await openSite();
  expect(done(await editor.post(`${path}/publish`, {}))).toMatchObject({ _revision: 0 });
  expect(done(await editor.post(`${path}/unpublish`, {}))).toMatchObject({ _revision: 0 });
  expect((await editor.delete(`${path}/draft`)).status).toBe(409);
  expect(done(await editor.get(`${path}/versions`))).toMatchObject({ docs: [], totalDocs: 0 });
});

test('a global has a history, and versions are restored as drafts', async () => {
  const { editor, anonymous } = await openSite();
  done(await editor.patch(path, { name: 'One' }));
  done(await editor.patch(path, { name: 'Two' }));
  const { docs } = done(await editor.get(`${path}/versions`));
  expect(docs).toMatchObject([{ document: { name: 'Two' } }, { document: { name: 'One' } }]);
  const restored = done(await editor.post(`${path}/versions/${docs[1].id}/restore`, {}));
  expect(restored).toMatchObject({ name: 'One', _revision: 3 });
  expect(done(await anonymous.get(path))).toMatchObject({ name: 'Two' });
});

test('If-Match compares with the newest revision of a global', async () => {
  const { editor } = await openSite();
  expect((await editor.patch(path, { motto: 'M' }, { ...asDraft, 'if-match': '"0"' })).status).toBe(200);
  expect(await editor.patch(path, { name: 'S' }, { 'if-match': '"0"' })).toMatchObject({
    status: 409,
    body: { currentRevision: 1 },
  });
});
