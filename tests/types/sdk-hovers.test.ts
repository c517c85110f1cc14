/** What an editor shows of the methods of the client. */
import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'tests/types/hovered.ts');

const program = `
import { createClient } from '../../fixtures/blog/expected/sdk/index.js';
const client = createClient({ baseUrl: '' });
await client.tags.find();
await client.tags.findById('x');
await client.tags.findOne();
await client.tags.create({ name: 'x' });
await client.safe.tags.count();
await client.users.sessions('x');
await client.auth.config();
await client.tags.updateMany({ where: { name: 'x' } }, { name: 'y' });
await client.globals.system.get();
await client.posts.findById('x');
await client.authors.find();
await client.posts.findOne({ draft: true });
await client.comments.findById('x');
`;

const project = new Project({
  compilerOptions: {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  },
});
project.createSourceFile(file, program);

/** The type of the result in the hover of a method's name. */
function resultOf(call: string): string {
  const service = project.getLanguageService().compilerObject;
  const info = service.getQuickInfoAtPosition(file, program.indexOf(call) + call.lastIndexOf('.') + 1);
  const text = ts.displayPartsToString(info?.displayParts);
  return text.slice(text.lastIndexOf('): ') + 3);
}

test.each([
  ['client.tags.find', 'Promise<ListPage<Tag>>'],
  ['client.tags.findById', 'Promise<Tag>'],
  ['client.tags.findOne', 'Promise<Tag | null>'],
  ['client.tags.create', 'Promise<Tag>'],
  ['client.safe.tags.count', 'Promise<SafeResult<number, FindError>>'],
  ['client.auth.config', 'Promise<AuthConfiguration>'],
  ['client.tags.updateMany', 'Promise<BulkResult>'],
  ['client.globals.system.get', 'Promise<AuthSystemSettings>'],
  ['client.posts.findById', 'Promise<Post>'],
  ['client.authors.find', 'Promise<ListPage<Author>>'],
  ['client.posts.findOne', 'Promise<PostDraft | null>'],
  ['client.comments.findById', 'Promise<Comment>'],
])('%s shows %s', (call, result) => {
  expect(resultOf(call)).toBe(result);
});
