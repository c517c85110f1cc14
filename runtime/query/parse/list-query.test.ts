import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { defineConfig } from '../../config/index.js';
import { ServiceError } from '../../errors/service-error.js';
import { encodeCursor } from '../cursor.js';
import type { ListPlan } from '../plan.js';
import { createQueryScope } from '../scope.js';
import { parseListBody, parseListQuery } from './list-query.js';

const contract = describeConfig(
  defineConfig({
    limits: { maxLimit: 500, maxDepth: 5 },
    collections: [
      {
        slug: 'posts',
        defaultSort: 'title_asc, rank_desc',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'rank', type: 'number' },
          { name: 'live', type: 'boolean' },
          { name: 'place', type: 'point' },
          { name: 'labels', type: 'text', hasMany: true },
          { name: 'author', type: 'relationship', to: 'people' },
          { name: 'owner', type: 'relationship', to: ['people', 'posts'] },
          { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
          { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text' }] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'hero', fields: [{ name: 'heading', type: 'text' }] },
              { slug: 'quote', fields: [{ name: 'by', type: 'relationship', to: 'people' }] },
            ],
          },
        ],
      },
      {
        slug: 'people',
        drafts: false,
        fields: [
          { name: 'name', type: 'text' },
          { name: 'boss', type: 'relationship', to: 'people' },
          { name: 'posts', type: 'join', collection: 'posts', on: 'author' },
        ],
      },
    ],
  }),
);
const scope = createQueryScope(contract);

function collection(slug: string): CollectionDescriptor {
  const found = scope.collections.get(slug);
  if (found === undefined) throw new Error(`no ${slug}`);
  return found;
}

const parse = (search: string, slug = 'posts'): ListPlan =>
  parseListQuery(search, { collection: collection(slug), scope });
const parseBody = (body: Record<string, unknown>, slug = 'posts'): ListPlan =>
  parseListBody(body, { collection: collection(slug), scope });

function issueOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('BAD_USER_INPUT');
    const [detail] = error.details ?? [];
    expect(error.message).toBe(`${detail?.path}: ${detail?.message}`);
    return error.message;
  }
  return 'no fault';
}

test('without parameters a list is the first ten documents in the default order, counted', () => {
  const { sort, ...plan } = parse('');
  expect(plan).toEqual({
    collection: collection('posts'),
    where: null,
    paging: { kind: 'page', page: 1, limit: 10 },
    count: 'exact',
    shape: { depth: 0, select: null, draft: null },
  });
  expect(sort.map(({ path, direction }) => `${path} ${direction}`)).toEqual([
    'title asc',
    'rank desc',
    'id desc',
  ]);
});

test('the default order is the newest first unless the collection says otherwise', () => {
  expect(parse('', 'people').sort.map(({ path, direction }) => `${path} ${direction}`)).toEqual([
    'createdAt desc',
    'id desc',
  ]);
});

test.each([
  ['sort=title', ['title asc', 'id asc']],
  ['sort=title_desc', ['title desc', 'id desc']],
  ['sort=title_desc,rank_asc', ['title desc', 'rank asc', 'id asc']],
  ['sort=title_desc,%20rank', ['title desc', 'rank asc', 'id asc']],
  ['sort=seo.title_desc', ['seo.title desc', 'id desc']],
  ['sort=createdAt,updatedAt_desc', ['createdAt asc', 'updatedAt desc', 'id desc']],
  ['sort=id_desc', ['id desc']],
  ['sort=title,id_desc,rank', ['title asc', 'id desc']],
  ['sort=live', ['live asc', 'id asc']],
])('%s', (search, terms) => {
  expect(parse(search).sort.map(({ path, direction }) => `${path} ${direction}`)).toEqual(terms);
});

test.each([
  ['limit=0', { kind: 'page', page: 1, limit: 0 }],
  ['limit=500', { kind: 'page', page: 1, limit: 500 }],
  ['page=7&limit=3', { kind: 'page', page: 7, limit: 3 }],
  ['page=9007199254740991', { kind: 'page', page: Number.MAX_SAFE_INTEGER, limit: 10 }],
])('%s is a page', (search, paging) => {
  expect(parse(search).paging).toEqual(paging);
});

test('the count of a page is exact and of a cursor none, unless asked for', () => {
  expect(parse('').count).toBe('exact');
  expect(parse('cursor=').count).toBe('none');
  expect(parse('count=none').count).toBe('none');
  expect(parse('count=estimated').count).toBe('estimated');
  expect(parse('cursor=&count=exact').count).toBe('exact');
});

const notNumbers = [
  '1.0',
  '1e3',
  '%205',
  '5%20',
  '+5',
  '%2B5',
  '-1',
  '0x10',
  '٣',
  '１',
  '01',
  'NaN',
  'Infinity',
  'true',
  '1,2',
  '1_0',
  '9007199254740992',
  '99999999999999999999',
];

test.each(notNumbers)('%s is no number', (text) => {
  for (const name of ['page', 'limit', 'depth']) {
    expect(issueOf(() => parse(`${name}=${text}`))).toMatch(new RegExp(`^${name}: must be a whole number, `));
  }
});

test.each([
  ['page=0', 'page: must be a whole number, 1 or more, not 0'],
  ['limit=501', 'limit: must be a whole number, from 0 to 500, not 501'],
  ['depth=6', 'depth: must be a whole number, from 0 to 5, not 6'],
  ['count=all', 'count: must be one of exact, estimated, none, not the text "all"'],
  ['draft=yes', 'draft: must be true or false, not the text "yes"'],
  ['draft=TRUE', 'draft: must be true or false, not the text "TRUE"'],
  ['sort=titel', 'sort: unknown field "titel", did you mean "title"?'],
  ['sort=title_descending', 'sort: unknown field "title_descending"'],
  ['sort=-title', 'sort: unknown field "-title", did you mean "title_desc"?'],
  ['sort=-titel', 'sort: unknown field "-titel", did you mean "title_desc"?'],
  ['sort=-seo.title', 'sort: unknown field "-seo.title", did you mean "seo"?'],
  ['sort=title,', 'sort: has an empty field name'],
  ['sort=_desc', 'sort: has an empty field name'],
  ['sort=title,title_desc', 'sort: names "title" twice'],
  ['sort=author', 'sort: cannot sort by the relationship field "author"'],
  ['sort=author.name', 'sort: cannot sort through the relation "author"'],
  ['sort=labels', 'sort: cannot sort by the text field "labels"'],
  ['sort=place', 'sort: cannot sort by the point field "place"'],
  ['sort=seo', 'sort: cannot sort by the group field "seo"'],
  ['sort=items.label', 'sort: cannot sort inside the array field "items"'],
  ['sort=title.title', 'sort: cannot sort inside the text field "title"'],
  ['sort=constructor', 'sort: unknown field "constructor"'],
  ['sort=__proto__', 'sort: unknown field "__proto__"'],
  [`sort=${'title,'.repeat(11)}rank`, 'sort: has more than 10 fields'],
  ['select=titel', 'select: "titel": unknown field, did you mean "title"?'],
  ['select=title,', 'select: has an empty field name'],
  ['select=constructor', 'select: "constructor": unknown field'],
  ['select=title.x', 'select: "title.x": nothing is inside "title"'],
  ['select=_revision.x', 'select: "_revision.x": nothing is inside "_revision"'],
  ['select=seo.x', 'select: "seo.x": unknown field'],
  ['select=items.lable', 'select: "items.lable": unknown field, did you mean "label"?'],
  [
    'select=author.name',
    'select: "author.name": the documents of "author" are not populated at this depth; raise depth',
  ],
  ['select=author.nam&depth=1', 'select: "author.nam": unknown field, did you mean "name"?'],
  [
    'select=author.boss.name&depth=1',
    'select: "author.boss.name": the documents of "boss" are not populated at this depth; raise depth',
  ],
  ['page=1&page=2', 'page: is given twice'],
  ['page=1&%70age=1', 'page: is given twice'],
  ['where={}&where={}', 'where: is given twice'],
  ['page=', 'page: must not be empty'],
  ['title=', 'title: unknown parameter'],
  ['limt=', 'limt: unknown parameter, did you mean "limit"?'],
  ['page', 'page: must not be empty'],
  ['where=', 'where: must not be empty'],
  ['sort=&limit=5', 'sort: must not be empty'],
  ['draft=', 'draft: must not be empty'],
  ['offset=5', 'offset: unknown parameter, did you mean "page"?'],
  ['filters[title][$eq]=x', 'filters[title][$eq]: unknown parameter, did you mean "where"?'],
  ['pageSize=5', 'pageSize: unknown parameter, did you mean "limit"?'],
  ['limits=5', 'limits: unknown parameter, did you mean "limit"?'],
  ['__proto__=5', '__proto__: unknown parameter'],
  ['toString=5', 'toString: unknown parameter'],
  ['Page=5', 'Page: unknown parameter, did you mean "page"?'],
  [
    'where[title]=x',
    'where[title]: unknown parameter: "where" is one JSON object, such as where={"title":{"equals":"x"}}',
  ],
  ['page=1&cursor=', 'page: cannot be used together with cursor'],
  ['sort=%ff', 'sort: is not valid percent-encoded UTF-8'],
  ['sort=%', 'sort: is not valid percent-encoded UTF-8'],
])('%s is refused', (search, message) => {
  expect(issueOf(() => parse(search))).toBe(message);
});

test('a name that is not UTF-8 is refused', () => {
  expect(() => parse('%ff=1')).toThrow('The name of a query parameter is not valid percent-encoded UTF-8.');
});

test('draft is refused where drafts are switched off', () => {
  expect(parse('draft=true').shape.draft).toBe(true);
  expect(parse('draft=false').shape.draft).toBe(false);
  expect(issueOf(() => parse('draft=false', 'people'))).toBe('draft: "people" has no drafts');
});

test('empty pairs between ampersands are nothing', () => {
  expect(parse('&limit=5&&').paging.limit).toBe(5);
});

test('a plus is a blank', () => {
  const plan = parse('where={"title":"a+b%2Bc"}');
  expect(plan.where).toMatchObject({ tests: [{ operand: { value: 'a b+c' } }] });
});

test('select makes a tree: groups, rows, blocks and populated relations', () => {
  const { select } = parse(
    'depth=2&select=title,seo.title,items.label,content.heading,content.by.name,content.blockType,author.boss.name,author.posts.title,owner.title,_status,_revision,createdAt',
  ).shape;
  const tree = (node: typeof select): unknown =>
    node === null ? null : Object.fromEntries([...node.fields].map(([name, inner]) => [name, tree(inner)]));
  expect(tree(select)).toEqual({
    title: null,
    seo: { title: null },
    items: { label: null },
    content: { heading: null, by: { name: null }, blockType: null },
    author: { boss: { name: null }, posts: { title: null } },
    owner: { title: null },
    _status: null,
    _revision: null,
    createdAt: null,
  });
});

test('select and sort given several times are one list each', () => {
  expect(parse('sort=title&sort=rank_desc').sort).toEqual(parse('sort=title,rank_desc').sort);
  expect(issueOf(() => parse('sort=title&sort=title_desc'))).toBe('sort: names "title" twice');
  expect(parse('select=title&select=rank').shape).toEqual(parse('select=title,rank').shape);
  expect(parse('select=title,rank&depth=1&select=seo.title').shape).toEqual(
    parse('depth=1&select=title,rank,seo.title').shape,
  );
  expect(issueOf(() => parse('select=title&select='))).toBe('select: has an empty field name');
});

test.each(['seo,seo.title', 'seo.title,seo'])('%s selects the whole group', (select) => {
  expect(parse(`select=${select}`).shape.select?.fields.get('seo')).toBeNull();
});

test('a body takes the same parameters as JSON values', () => {
  const filter = { title: { contains: 'x' } };
  const fromBody = parseBody({
    page: 2,
    limit: 5,
    sort: 'title_desc',
    where: filter,
    depth: 1,
    select: ['title'],
    draft: true,
    count: 'none',
  });
  const fromQuery = parse(
    `page=2&limit=5&sort=title_desc&where=${encodeURIComponent(JSON.stringify(filter))}&depth=1&select=title&draft=true&count=none`,
  );
  expect(fromBody).toEqual(fromQuery);
  expect(parseBody({ sort: ['title_desc', 'rank'] }).sort).toBe(parse('sort=title_desc,rank').sort);
  expect(parseBody({ select: 'title,rank' }).shape).toEqual(parse('select=title,rank').shape);
});

test.each<[body: Record<string, unknown>, message: string]>([
  [{ page: '2' }, 'page: must be a number, not the text "2"'],
  [{ page: null }, 'page: must be a whole number, 1 or more, not null'],
  [{ page: 1.5 }, 'page: must be a whole number, 1 or more, not 1.5'],
  [{ page: 1e16 }, 'page: must be a whole number, 1 or more, not 10000000000000000'],
  [{ limit: null }, 'limit: must be a whole number, from 0 to 500, not null'],
  [{ limit: true }, 'limit: must be a whole number, from 0 to 500, not true'],
  [{ depth: [1] }, 'depth: must be a whole number, from 0 to 5, not a list'],
  [
    { where: '{}' },
    'where: must be an object of conditions such as {"title":{"equals":"x"}}, not the text "{}"',
  ],
  [{ where: null }, 'where: must be an object of conditions such as {"title":{"equals":"x"}}, not null'],
  [{ sort: 5 }, 'sort: must name fields, as in "title_asc,createdAt_desc", not 5'],
  [{ sort: [] }, 'sort: must name fields, as in "title_asc,createdAt_desc", not a list'],
  [{ sort: '' }, 'sort: must not be empty'],
  [{ select: [] }, 'select: must name fields, as in "title,author.name", not a list'],
  [{ select: [5] }, 'select: must name fields, as in "title,author.name", not a list'],
  [{ draft: 'true' }, 'draft: must be true or false, not the text "true"'],
  [{ draft: null }, 'draft: must be true or false, not null'],
  [{ count: null }, 'count: must be one of exact, estimated, none, not null'],
  [{ cursor: null }, 'cursor: must be a text, not null'],
  [{ page: 1, cursor: '' }, 'page: cannot be used together with cursor'],
  [{ filter: {} }, 'filter: unknown parameter, did you mean "where"?'],
  [JSON.parse('{"__proto__":{}}') as Record<string, unknown>, '__proto__: unknown parameter'],
])('the body %j is refused', (body, message) => {
  expect(issueOf(() => parseBody(body))).toBe(message);
});

test('-0 in a body is 0', () => {
  expect(Object.is(parseBody({ limit: -0 }).paging.limit, 0)).toBe(true);
});

// --- cursors

function cursorFor(search: string, values: readonly (string | number | null)[]): string {
  const { paging } = parse(`${search}&cursor=`);
  if (paging.kind !== 'cursor') throw new Error('no cursor');
  return encodeCursor(paging.fingerprint, values);
}

test('an empty cursor begins, and a cursor goes on behind its values', () => {
  expect(parse('cursor=').paging).toMatchObject({ kind: 'cursor', limit: 10, after: null });
  const cursor = cursorFor('sort=title', ['ß \u{1f600}', 'id-1']);
  expect(parse(`sort=title&limit=3&cursor=${cursor}`).paging).toMatchObject({
    limit: 3,
    after: ['ß \u{1f600}', 'id-1'],
  });
});

const foreign = 'cursor: was made with another sort or filter; begin again with an empty cursor';
const unknown = 'cursor: is not a cursor of this service; pass nextCursor of the page before';

test('a cursor goes with its own sort, filter and collection only', () => {
  const cursor = cursorFor('sort=title&where={"rank":1}', ['a', 'b']);
  expect(issueOf(() => parse(`sort=title&where={"rank":1}&cursor=${cursor}`))).toBe('no fault');
  expect(issueOf(() => parse(`sort=title_desc&where={"rank":1}&cursor=${cursor}`))).toBe(foreign);
  expect(issueOf(() => parse(`sort=title&where={"rank":2}&cursor=${cursor}`))).toBe(foreign);
  expect(issueOf(() => parse(`sort=title&where={"rank":{"not_equals":1}}&cursor=${cursor}`))).toBe(foreign);
  expect(issueOf(() => parse(`sort=title&cursor=${cursor}`))).toBe(foreign);
  const ofPeople = parse('cursor=', 'people').paging;
  if (ofPeople.kind !== 'cursor') throw new Error('no cursor');
  const other = encodeCursor(ofPeople.fingerprint, ['2026-01-01T00:00:00.000Z', 'b']);
  expect(issueOf(() => parse(`sort=createdAt_desc&cursor=${other}`))).toBe(foreign);
});

test('filters that mean the same have the same cursors', () => {
  const cursor = cursorFor('where={"rank":1,"title":{"gt":"a","lt":"b"}}', ['a', 1, 'b']);
  for (const where of [
    '{"title":{"lt":"b","gt":"a"},"rank":{"equals":1}}',
    '{"AND":[{"rank":1},{"title":{"gt":"a","lt":"b"}}]}',
  ]) {
    expect(issueOf(() => parse(`where=${where}&cursor=${cursor}`))).toBe('no fault');
  }
});

test('limit, depth and select may change from page to page', () => {
  const cursor = cursorFor('limit=2', ['a', 1, 'b']);
  expect(issueOf(() => parse(`limit=5&depth=1&select=title&count=exact&cursor=${cursor}`))).toBe('no fault');
});

test('every cursor that was changed, cut or lengthened is refused', () => {
  const cursor = cursorFor('sort=title', ['Title', 'id-1']);
  for (let at = 0; at < cursor.length; at += 1) {
    const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
    expect(issueOf(() => parse(`sort=title&cursor=${changed}`))).toBe(unknown);
    if (at > 0) expect(issueOf(() => parse(`sort=title&cursor=${cursor.slice(0, at)}`))).toBe(unknown);
  }
  for (const more of ['=', 'A', '%0A', '%20']) {
    expect(issueOf(() => parse(`sort=title&cursor=${cursor}${more}`))).toBe(unknown);
  }
});

test.each([
  'null',
  '0',
  'eyJhIjoxfQ',
  "'; DROP TABLE posts; --",
  '../../etc/passwd',
  '%F0%9F%98%80',
  'A'.repeat(300_000),
])('%.40s is no cursor', (cursor) => {
  expect(issueOf(() => parse(`cursor=${cursor}`))).toBe(unknown);
});

test.each([
  [['a']],
  [['a', 'b', 'c']],
  [[5, 'b']],
  [[null, null]],
  [[{ a: 1 }, 'b']],
  [[['a'], 'b']],
  [[true, 'b']],
])('a forged cursor with the values %j is refused', (values) => {
  const forged = cursorFor('sort=title', values as string[]);
  expect(issueOf(() => parse(`sort=title&cursor=${forged}`))).toBe(
    'cursor: does not fit the present fields; begin again with an empty cursor',
  );
});

test('nulls of a sort field are values of a cursor', () => {
  const cursor = cursorFor('sort=title', [null, 'id-1']);
  expect(parse(`sort=title&cursor=${cursor}`).paging).toMatchObject({ after: [null, 'id-1'] });
});
