/**
 * docs/spec/contract.md#field-options, docs/spec/contract.md#input and docs/spec/contract.md#hooks: required
 * text, patterns on long texts, and what `afterRead` may return.
 */
import { expect, test } from 'vitest';
import { useExam } from './support/exam.js';

const exam = useExam(`import { defineConfig } from 'svc';

export default defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'body', type: 'textarea', required: true, default: 'Soon.' },
        { name: 'code', type: 'text', maxLength: 20, pattern: '^(a+)+$' },
        { name: 'note', type: 'text' },
        { name: 'labels', type: 'text', hasMany: true },
        { name: 'seo', type: 'group', fields: [{ name: 'about', type: 'text', required: true, default: 'x', pattern: '^.*$' }] },
        { name: 'links', type: 'array', fields: [{ name: 'label', type: 'text', required: true }] },
      ],
      hooks: { beforeChange: ({ data }) => (data.note === 'blank the title' ? { ...data, title: ' ' } : data) },
    },
    {
      slug: 'shown',
      drafts: false,
      fields: [
        { name: 'how', type: 'text', required: true },
        { name: 'count', type: 'number' },
        { name: 'size', type: 'select', options: ['s', 'm'] },
        { name: 'seo', type: 'group', fields: [{ name: 'about', type: 'text' }] },
        { name: 'links', type: 'array', fields: [{ name: 'label', type: 'text' }] },
      ],
      hooks: {
        afterRead: ({ document }) => {
          const how = String(document.how);
          return how.startsWith('{') ? { ...document, ...JSON.parse(how) } : undefined;
        },
      },
    },
  ],
});
`);

const blanks = ['', '   ', '\\t\\n', '\\u00a0\\u2003\\ufeff'].map(
  (text) => JSON.parse(`"${text}"`) as string,
);

test.each(blanks)('a required text takes no white space for a value: %j', async (blank) => {
  const refused = {
    status: 400,
    code: 'BAD_USER_INPUT',
    details: [expect.objectContaining({ path: 'title' })],
  };
  expect(await exam.refused('POST', '/api/posts', { title: blank })).toMatchObject(refused);
  const { id } = await exam.create('posts', { title: ' x ' });
  expect(await exam.refused('PATCH', `/api/posts/${id}`, { title: blank })).toMatchObject(refused);
  expect((await exam.get(`/api/posts/${id}`)).body).toMatchObject({ title: ' x ', _revision: 1 });
});

test.each([
  [{ body: '' }, 'body'],
  [{ seo: { about: ' ' } }, 'seo.about'],
  [{ links: [{ label: 'a' }, { label: ' ' }] }, 'links.1.label'],
])('in groups and rows too, and where there is a default: %j', async (data, path) => {
  expect(await exam.refused('POST', '/api/posts', { title: 'x', ...data })).toEqual({
    status: 400,
    code: 'BAD_USER_INPUT',
    error: `The data is not valid. ${path}: Must not be empty.`,
    details: [{ path, message: 'Must not be empty.' }],
  });
});

test('what is not required, and the entries of a list, may be blank', async () => {
  const { note, labels } = await exam.create('posts', { title: 'x', note: ' ', labels: ['', ' '] });
  expect({ note, labels }).toEqual({ note: ' ', labels: ['', ' '] });
});

test('a draft may have a blank title, and is not published with it', async () => {
  const draft = { 'x-draft': 'true' };
  const { body, status } = await exam.call('POST', '/api/posts', { title: '  ' }, draft);
  expect({ status, title: body.title }).toEqual({ status: 201, title: '  ' });
  const path = `/api/posts/${body.id}`;
  expect(await exam.refused('POST', `${path}/publish`)).toMatchObject({
    status: 400,
    details: [expect.objectContaining({ path: 'title' })],
  });
  expect((await exam.call('PATCH', path, { title: 'Told' })).body).toMatchObject({ _status: 'published' });
});

test('a hook cannot blank a required text', async () => {
  expect(await exam.refused('POST', '/api/posts', { title: 'x', note: 'blank the title' })).toMatchObject({
    status: 500,
    code: 'INTERNAL_ERROR',
  });
  expect((await exam.list('posts', { where: { note: 'blank the title' } })).body.totalDocs).toBe(0);
});

test('the OpenAPI document and the validators say so', async () => {
  const { body } = await exam.get('/api/openapi.json');
  const { PostCreate, PostUpdate, PostDraft } = body.components.schemas;
  for (const { properties } of [PostCreate, PostUpdate]) {
    expect(properties.title).toMatchObject({ type: 'string', minLength: 1, pattern: '\\S' });
    expect(properties.seo.properties.about).toMatchObject({
      minLength: 1,
      pattern: '^.*$',
      allOf: [{ pattern: '\\S' }],
    });
    expect(properties.note).not.toHaveProperty('minLength');
  }
  expect(PostDraft.properties.title).not.toHaveProperty('pattern');
});

test('a text that is too long is refused before its pattern is tried', async () => {
  const begun = performance.now();
  const code = `${'a'.repeat(40)}!`;
  expect(await exam.refused('POST', '/api/posts', { title: 'x', code })).toMatchObject({
    status: 400,
    details: [{ path: 'code', message: 'Must have at most 20 characters.' }],
  });
  // Matching this text with the pattern would take days.
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test.each([
  [{ url: '/shown/1' }, 'url: There is no such field.'],
  [{ counts: 1 }, 'counts: There is no such field, did you mean "count"?'],
  [{ count: 'many' }, 'count must be a number, but a hook or default made it "many".'],
  [{ how: null }, 'how: This field is required.'],
  [{ size: 'xl' }, 'size: "xl" is none of its options.'],
  [{ seo: { abaut: 'x' } }, 'seo.abaut: There is no such field, did you mean "about"?'],
  [{ seo: 'x' }, 'seo must be an object, but a hook or default made it "x".'],
  [{ links: [{ label: 'x' }] }, 'links.0.id: A row has an id, which is text.'],
  [{ links: [{ id: 'a', label: 1 }] }, 'links.0.label must be a text, but a hook or default made it 1.'],
])('what afterRead made unfit is never sent: %j', async (change, reason) => {
  const how = JSON.stringify(change);
  const refused = { status: 500, code: 'INTERNAL_ERROR', requestId: expect.any(String) };
  expect(await exam.refused('POST', '/api/shown', { how })).toMatchObject(refused);
  const line = `The hook afterRead of shown returned a document that does not fit its collection. ${reason}`;
  await exam.server.seen(new RegExp(escaped(line)));
  expect((await exam.list('shown', { where: { how } })).body).toMatchObject({ totalDocs: 0 });
});

test('afterRead may change values, leave fields out that may be empty, and names nothing that only the service sets', async () => {
  const how = JSON.stringify({
    count: 5,
    id: 'x',
    createdAt: 'never',
    _revision: 9,
    links: [{ id: 'a', label: 'A' }],
  });
  const created = await exam.create('shown', { how, count: 1, size: 's' });
  const { body } = await exam.get(`/api/shown/${created.id}`);
  expect(body).toEqual(created);
  expect(body).toMatchObject({ count: 5, size: 's', _revision: 1, links: [{ id: 'a', label: 'A' }] });
  expect(body.createdAt).toBe(created.updatedAt);
});

function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
