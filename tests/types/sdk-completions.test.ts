/** What an editor offers in the filter of a call, and where calls name fields. */
import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'tests/types/completed-call.ts');

const project = new Project({
  compilerOptions: {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  },
});

/** The completions at the cursor `§` in a call of the blog's client. */
function completions(call: string): readonly string[] {
  const program = `
import { createClient } from '../../fixtures/blog/expected/sdk/index.js';
import { createMutations, createQueries } from '../../fixtures/blog/expected/sdk/query.js';
const client = createClient({ baseUrl: '' });
const { comments, posts, safe } = client;
const queries = createQueries(client);
const mutations = createMutations(client, { invalidateQueries: async () => {}, resetQueries: async () => {} });
${call};
`;
  project.createSourceFile(file, program.replace('§', ''), { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  const found = service.getCompletionsAtPosition(file, program.indexOf('§'), {});
  // Names that are no identifiers are offered in quotes.
  return (found?.entries ?? []).map(({ name }) => name.replace(/^"(.*)"$/, '$1')).sort();
}

const ofComments = ['AND', 'OR', 'approved', 'createdAt', 'id', 'name', 'post', 'text', 'updatedAt'];

/** Calls with a filter, which is written as `WHERE`. */
const filtered = [
  ['find', 'comments.find({ where: WHERE })'],
  ['find with other parameters', "comments.find({ sort: 'createdAt_desc', depth: 1, where: WHERE })"],
  ['findOne', 'comments.findOne({ where: WHERE })'],
  ['iterate', 'comments.iterate({ where: WHERE })'],
  ['count', 'comments.count({ where: WHERE })'],
  ['safe', 'safe.comments.find({ where: WHERE })'],
  ['updateMany', "comments.updateMany({ where: WHERE }, { name: 'x' })"],
  ['deleteMany', 'comments.deleteMany({ where: WHERE }, { dryRun: true })'],
  ['deleteMany of safe', 'safe.comments.deleteMany({ where: WHERE })'],
  ['aggregate', "comments.aggregate({ where: WHERE, metrics: { n: 'count' } })"],
  ['aggregate by groups', "comments.aggregate({ groupBy: ['name'], metrics: { n: 'count' }, where: WHERE })"],
  ['a query of TanStack Query', 'queries.comments.infinite({ where: WHERE })'],
] as const;

/** The filter that the cursor is in. */
const filters = [
  ['the filter itself', '{ HERE }'],
  ['AND', '{ AND: [{ HERE }] }'],
  ['OR, after another one', "{ name: 'x', OR: [{ text: 'y' }, { HERE }] }"],
  ['OR inside AND', "{ AND: [{ name: 'x' }, { OR: [{ HERE }, { text: 'y' }] }] }"],
] as const;

describe.each(filtered)('of %s', (_method, call) => {
  test.each(filters)(
    'in %s: the own fields, and after a dot the paths of that relation',
    (_place, filter) => {
      const offered = (typed: string) => completions(call.replace('WHERE', filter.replace('HERE', typed)));
      expect(offered('§')).toEqual(ofComments);
      const paths = offered("'post.§'");
      expect(paths).toEqual(
        expect.arrayContaining([...ofComments, 'post.title', 'post.author', 'post.seo.title']),
      );
      expect(paths.filter((path) => path.startsWith('post.author.'))).toEqual([]);
    },
  );
});

// No call infers what is written into variables, so paths through relations are accepted, but not offered.
describe.each([
  ['updateMany', "mutations.comments.updateMany().mutationFn({ where: WHERE, data: { name: 'x' } })"],
  ['deleteMany', 'mutations.comments.deleteMany().mutationFn({ where: WHERE })'],
])('of the variables of a mutation %s', (_method, call) => {
  test.each(filters)('in %s: the own fields', (_place, filter) => {
    const offered = (typed: string) => completions(call.replace('WHERE', filter.replace('HERE', typed)));
    expect(offered('§')).toEqual(ofComments);
    expect(offered("'post.author.name': { § }")).toContain('contains');
  });
});

test.each(filters)('in %s: one relation further at a time', (_place, filter) => {
  const offered = completions(`comments.find({ where: ${filter.replace('HERE', "'post.author.§'")} })`);
  expect(offered).toEqual(expect.arrayContaining(['post.title', 'post.author.name', 'post.author.email']));
  expect(offered.filter((path) => path.startsWith('post.tags.'))).toEqual([]);
});

test('a path of the filter itself offers none in the filters that are combined with it, nor these in it', () => {
  expect(completions("comments.find({ where: { 'post.title': 'x', OR: [{ § }] } })")).toEqual(ofComments);
  expect(completions("comments.find({ where: { OR: [{ 'post.title': 'x' }], § } })")).not.toContain(
    'post.title',
  );
});

test('a condition through a relation that is complete hides no own field', () => {
  expect(completions("comments.find({ where: { 'post.title': 'x', § } })")).toEqual(
    expect.arrayContaining(['name', 'text', 'AND']),
  );
});

test('operators follow the type of the field, also behind a relation', () => {
  const ofText = completions('comments.find({ where: { name: { § } } })');
  expect(ofText).toContain('contains');
  expect(completions("comments.find({ where: { 'post.title': { § } } })")).toEqual(ofText);
  expect(completions("comments.deleteMany({ where: { OR: [{ 'post.title': { § } }] } })")).toEqual(ofText);
  expect(completions('posts.find({ where: { featured: { § } } })')).not.toContain('contains');
});

test('options of a select are offered, also behind a relation', () => {
  const options = ['guide', 'news', 'opinion'];
  expect(completions("posts.find({ where: { category: '§' } })")).toEqual(options);
  expect(completions("comments.find({ where: { 'post.category': '§' } })")).toEqual(options);
  expect(completions("comments.deleteMany({ where: { AND: [{ 'post.category': '§' }] } })")).toEqual(options);
});

test.each([
  ['sort', "comments.find({ sort: ['§'] })"],
  ['select', "comments.find({ select: ['§'] })"],
  ['groupBy', "comments.aggregate({ groupBy: ['§'], metrics: { n: 'count' } })"],
  ['a metric', "comments.aggregate({ metrics: { n: { countDistinct: '§' } } })"],
])('%s offers own fields only', (_option, call) => {
  const offered = completions(call);
  expect(offered).toEqual(expect.arrayContaining(['name', 'createdAt']));
  expect(offered.filter((path) => path.includes('.'))).toEqual([]);
});

/** Calls with names of fields, at a depth that populates two levels. */
const selecting = [
  ['find', 'comments.find({ depth: 2, select: [HERE] })'],
  ['findById', "comments.findById('x', { select: ['name', HERE], depth: 2 })"],
  ['safe', 'safe.comments.findOne({ depth: 2, select: [HERE] })'],
  ['a query of TanStack Query', 'queries.comments.infinite({ depth: 2, select: [HERE] })'],
] as const;

test.each(selecting)(
  'select of %s, where relations are populated: the own fields, and after a dot those of that relation',
  (_method, call) => {
    const offered = (typed: string) => completions(call.replace('HERE', typed));
    const ownPaths = offered("'§'");
    expect(ownPaths).toEqual(expect.arrayContaining(['name', 'post', 'createdAt']));
    expect(ownPaths.filter((path) => path.includes('.'))).toEqual([]);
    const paths = offered("'post.§'");
    expect(paths).toEqual(expect.arrayContaining(['name', 'post.title', 'post.author', 'post.seo.title']));
    expect(paths.filter((path) => path.startsWith('post.author.'))).toEqual([]);
    expect(offered("'post.author.§'")).toEqual(expect.arrayContaining(['post.title', 'post.author.name']));
  },
);
