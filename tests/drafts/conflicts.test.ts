import { expect, test } from 'vitest';
import { done, openDesk } from './support/desk.js';

const match = (revision: number): Record<string, string> => ({ 'if-match': `"${revision}"` });

test('of two editors of one draft the second is told, with the newest revision', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'One' });
  const first = await desk.save(id, { title: 'A' }, match(1));
  expect(first.headers.get('etag')).toBe('"2"');
  expect(await desk.save(id, { title: 'B' }, match(1))).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', currentRevision: 2 },
  });
  expect(await desk.save(id, { title: 'B', _revision: 1 })).toMatchObject({ status: 409 });
  expect((await desk.save(id, { title: 'B' }, match(2))).status).toBe(200);
});

test('If-Match of any write compares with the newest revision, draft or not', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'One' });
  await desk.save(id, { title: 'A' });
  const path = `/api/articles/${id}`;
  const refused = { status: 409, body: { currentRevision: 2 } };
  expect(await desk.editor.patch(path, { rank: 1 }, match(1))).toMatchObject(refused);
  expect(await desk.editor.delete(path, match(1))).toMatchObject(refused);
  expect(await desk.editor.post(`${path}/publish`, {}, match(1))).toMatchObject(refused);
  expect(await desk.editor.post(`${path}/unpublish`, {}, match(1))).toMatchObject(refused);
  expect(await desk.editor.delete(`${path}/draft`, match(1))).toMatchObject(refused);
  expect(await desk.editor.post(`${path}/publish`, {}, match(2))).toMatchObject({ status: 200 });
});

test('a revision is never given twice: an editor of a discarded draft cannot write over another one', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'One' });
  const lost = done(await desk.save(id, { title: 'Lost' }));
  done(await desk.editor.delete(`/api/articles/${id}/draft`));
  const other = done(await desk.save(id, { title: 'Other' }));
  expect(other._revision).toBeGreaterThan(lost._revision);
  expect(await desk.save(id, { rank: 1 }, match(lost._revision))).toMatchObject({
    status: 409,
    body: { currentRevision: other._revision },
  });
});

test('a publish that races a draft save has all of it or nothing', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'T0', rank: 0 });
  await desk.save(id, { title: 'T1', rank: 1 });
  for (let round = 2; round < 30; round += 1) {
    const [saved, published] = await Promise.all([
      desk.save(id, { title: `T${round}`, rank: round }),
      desk.editor.post(`/api/articles/${id}/publish`, {}),
    ]);
    expect([saved.status, published.status]).toEqual([200, 200]);
    const { title, rank } = (await desk.published(id)).body;
    expect(title).toBe(`T${rank}`);
    expect([round - 1, round]).toContain(rank);
    expect(await desk.merged(id)).toMatchObject({ title: `T${round}`, rank: round });
  }
});

test('writes of different fields at the same time lose nothing', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'T' });
  await Promise.all([
    desk.save(id, { title: 'Draft' }),
    desk.editor.patch(`/api/articles/${id}`, { rank: 5 }),
    desk.save(id, { seo: { title: 'S' } }),
    desk.editor.patch(`/api/articles/${id}`, { code: 'c' }),
  ]);
  expect((await desk.published(id)).body).toMatchObject({
    title: 'T',
    rank: 5,
    code: 'c',
    seo: { title: null },
  });
  expect(await desk.merged(id)).toMatchObject({
    title: 'Draft',
    rank: 5,
    code: 'c',
    seo: { title: 'S' },
    _revision: 5,
  });
});

test('of two drafts that want the same value at the same time one gets it', async () => {
  const desk = await openDesk();
  const [one, two] = [await desk.publish({ title: '1' }), await desk.publish({ title: '2' })];
  const statuses = await Promise.all([
    desk.save(one.id, { code: 'a' }),
    desk.editor.patch(`/api/articles/${two.id}`, { code: 'a' }),
  ]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a refused publish leaves draft, publication and history as they were', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'One' });
  const draft = done(await desk.save(id, { title: null, rank: 1 }));
  expect((await desk.editor.post(`/api/articles/${id}/publish`, {})).status).toBe(400);
  expect(await desk.merged(id)).toEqual(draft);
  expect((await desk.published(id)).body).toMatchObject({ title: 'One', _revision: 1 });
  expect((await desk.editor.get(`/api/articles/${id}/versions`)).body.totalDocs).toBe(2);
});
