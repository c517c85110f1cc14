/** What an editor offers in the filter of a call. */
import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { expect, test } from 'vitest';

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
const client = createClient({ baseUrl: '' });
await client.${call};
`;
  project.createSourceFile(file, program.replace('§', ''), { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  const found = service.getCompletionsAtPosition(file, program.indexOf('§'), {});
  // Names that are no identifiers are offered in quotes.
  return (found?.entries ?? []).map(({ name }) => name.replace(/^"(.*)"$/, '$1')).sort();
}

const ofComments = ['AND', 'OR', 'approved', 'createdAt', 'id', 'name', 'post', 'text', 'updatedAt'];

test.each([
  ['find', 'comments.find({ where: { § } })'],
  ['find with other parameters', "comments.find({ sort: 'createdAt_desc', depth: 1, where: { § } })"],
  ['findOne', 'comments.findOne({ where: { § } })'],
  ['iterate', 'comments.iterate({ where: { § } })'],
  ['count', 'comments.count({ where: { § } })'],
  ['safe', 'safe.comments.find({ where: { § } })'],
])('of %s: the own fields', (_method, call) => {
  expect(completions(call)).toEqual(ofComments);
});

test('after a dot: the paths of that relation, one relation further at a time', () => {
  const first = completions("comments.find({ where: { 'post.§' } })");
  expect(first).toEqual(expect.arrayContaining(['name', 'post.title', 'post.author', 'post.seo.title']));
  expect(first.filter((path) => path.startsWith('post.author.'))).toEqual([]);
  const second = completions("comments.find({ where: { 'post.author.§' } })");
  expect(second).toEqual(expect.arrayContaining(['post.title', 'post.author.name', 'post.author.email']));
  expect(second.filter((path) => path.startsWith('post.tags.'))).toEqual([]);
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
  expect(completions('posts.find({ where: { featured: { § } } })')).not.toContain('contains');
});

test('options of a select are offered, also behind a relation', () => {
  const options = ['guide', 'news', 'opinion'];
  expect(completions("posts.find({ where: { category: '§' } })")).toEqual(options);
  expect(completions("comments.find({ where: { 'post.category': '§' } })")).toEqual(options);
});
