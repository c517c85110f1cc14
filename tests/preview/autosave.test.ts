/** Saves while an editor types: docs/spec/content-tools.md#preview-and-autosave. */
import { describe, expect, test } from 'vitest';
import type { HookArguments } from '../../runtime/config/hook-config.js';
import { articles, done, openDesk } from '../drafts/support/desk.js';
import { minute } from '../support/auth-server.js';
import { asDraft, openNewsroom } from './support/newsroom.js';

const autosave = { ...asDraft, 'x-autosave': 'true' };

describe('versions', () => {
  test('saves of a user share one within ten minutes, then a new one begins', async () => {
    const { server, editor, post } = await openNewsroom();
    const path = `/api/posts/${post.id}`;
    const save = async (title: string): Promise<void> => {
      const { status } = await editor.send('PATCH', path, { title }, autosave);
      expect(status).toBe(200);
    };
    const titles = async (): Promise<readonly string[]> =>
      (await editor.get(`${path}/versions`)).body.docs.map(
        ({ document }: { document: { title: string } }) => document.title,
      );
    expect(await titles()).toEqual(['New', 'Old']);
    const begun = server.time.now;
    for (const title of ['A', 'Ab', 'Abc']) {
      await save(title);
      server.time.now += 3 * minute;
    }
    expect(await titles()).toEqual(['Abc', 'New', 'Old']);
    const [newest] = (await editor.get(`${path}/versions`)).body.docs;
    expect(newest).toMatchObject({ status: 'draft', createdAt: new Date(begun).toISOString() });
    expect((await editor.get(`${path}/versions/${newest.id}`)).body.document.title).toBe('Abc');
    // Ten minutes after the first of them.
    server.time.now = begun + 10 * minute;
    await save('Abcd');
    await save('Abcde');
    expect(await titles()).toEqual(['Abcde', 'Abc', 'New', 'Old']);
  });

  test('one that a user saves themselves is never replaced, and neither is that of another user', async () => {
    const { server, editor, post } = await openNewsroom();
    await server.addUser('other@example.com', { role: 'editor' });
    const other = await server.signedIn('other@example.com');
    const path = `/api/posts/${post.id}`;
    await editor.send('PATCH', path, { title: 'A' }, autosave);
    await other.send('PATCH', path, { title: 'B' }, autosave);
    await editor.send('PATCH', path, { title: 'C' }, asDraft);
    await editor.send('PATCH', path, { title: 'D' }, autosave);
    await editor.send('PATCH', path, { title: 'E' }, { ...autosave, 'x-autosave': 'false' });
    await editor.post(`${path}/publish`, {});
    await editor.send('PATCH', path, { title: 'F' }, autosave);
    const { body } = await editor.get(`${path}/versions`);
    expect(
      body.docs.map(({ status, document }: { status: string; document: { title: string } }) => [
        status,
        document.title,
      ]),
    ).toEqual([
      ['draft', 'F'],
      ['published', 'E'],
      ['draft', 'E'],
      ['draft', 'D'],
      ['draft', 'C'],
      ['draft', 'B'],
      ['draft', 'A'],
      ['draft', 'New'],
      ['published', 'Old'],
    ]);
    const [f] = body.docs;
    await editor.send('PATCH', path, { title: 'G' }, asDraft);
    await editor.post(`${path}/versions/${f.id}/restore`, {});
    expect((await editor.get(`${path}?draft=true`)).body.title).toBe('F');
  });

  test('the max holds, and an autosave ends no published version that others see', async () => {
    const desk = await openDesk({ collections: [{ ...articles, versions: { max: 2 } }] });
    const { id } = await desk.publish({ title: 'One' });
    for (const title of ['A', 'B', 'C']) done(await desk.save(id, { title }, { 'x-autosave': 'true' }));
    const { docs } = done(await desk.editor.get(`/api/articles/${id}/versions`));
    expect(docs.map(({ document }: { document: { title: string } }) => document.title)).toEqual(['C', 'One']);
  });

  test('without users the saves of everyone are one', async () => {
    const desk = await openDesk({ secured: false });
    const { id } = await desk.publish({ title: 'One' });
    for (const title of ['A', 'B']) done(await desk.save(id, { title }, { 'x-autosave': 'true' }));
    expect(done(await desk.editor.get(`/api/articles/${id}/versions`)).totalDocs).toBe(2);
  });
});

test('If-Match holds as with every write, and what is saved is a draft', async () => {
  const { editor, visitor, post } = await openNewsroom();
  const path = `/api/posts/${post.id}`;
  const saved = await editor.send('PATCH', path, { title: 'A' }, { ...autosave, 'if-match': '"2"' });
  expect(saved).toMatchObject({ status: 200, body: { title: 'A', _pending: true, _revision: 3 } });
  const late = await editor.send('PATCH', path, { title: 'B' }, { ...autosave, 'if-match': '"2"' });
  expect(late).toMatchObject({ status: 409, body: { currentRevision: 3 } });
  expect((await visitor.get(path)).body.title).toBe('Old');
});

test.each([
  [{ 'x-autosave': 'true' }, 'xAutosave.notDraft'],
  [{ 'x-autosave': 'false' }, 'xAutosave.notDraft'],
  [{ 'x-autosave': 'true', 'x-draft': 'false' }, 'xAutosave.notDraft'],
  [{ 'x-autosave': 'yes', 'x-draft': 'true' }, 'xAutosave.malformed'],
  [{ 'x-autosave': 'yes' }, 'xAutosave.malformed'],
])('headers %j are refused', async (headers, reason) => {
  const desk = await openDesk({ globals: [{ slug: 'site', fields: [{ name: 'claim', type: 'text' }] }] });
  const { id } = await desk.publish({ title: 'One' });
  const { editor } = desk;
  for (const send of [
    () => editor.patch(`/api/articles/${id}`, {}, headers),
    () => editor.patch('/api/globals/site', {}, headers),
    () => editor.post('/api/articles', { title: 'Two' }, headers),
  ]) {
    const { status, body } = await send();
    expect({ status, reason: body.reason, details: body.details?.[0]?.path }).toEqual({
      status: 400,
      reason,
      details: 'X-Autosave',
    });
  }
});

test('a new draft may be one', async () => {
  const { editor } = await openDesk();
  expect((await editor.post('/api/articles', { title: 'One' }, autosave)).status).toBe(201);
});

test('hooks learn of it', async () => {
  const calls: string[] = [];
  const note =
    (hook: string) =>
    ({ autosave: isAutosave, draft }: Pick<HookArguments, 'autosave' | 'draft'>): void => {
      calls.push(`${hook} ${draft} ${isAutosave}`);
    };
  const desk = await openDesk({
    collections: [
      {
        ...articles,
        hooks: {
          beforeValidate: note('beforeValidate'),
          beforeChange: note('beforeChange'),
          afterChange: note('afterChange'),
        },
      },
    ],
  });
  const { id } = await desk.publish({ title: 'One' });
  done(await desk.save(id, { title: 'A' }, { 'x-autosave': 'true' }));
  done(await desk.save(id, { title: 'B' }));
  expect(calls).toEqual([
    ...['beforeValidate false false', 'beforeChange false false', 'afterChange false false'],
    ...['beforeValidate true true', 'beforeChange true true', 'afterChange true true'],
    ...['beforeValidate true false', 'beforeChange true false', 'afterChange true false'],
  ]);
});
