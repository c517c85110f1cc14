/** What an editor offers in the filter that a `read` callback returns. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';

const root = join(import.meta.dirname, '../..');
let folder: TemporaryFolder;
let project: Project;

beforeAll(async () => {
  folder = temporaryFolder();
  cpSync(join(root, 'tests/types/registered/svc.config.ts'), join(folder.path, 'svc.config.ts'));
  await generate({ cwd: folder.path });
  project = new Project({
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      paths: { svc: [join(root, 'dist/runtime/config/index.d.ts')] },
    },
  });
  project.addSourceFileAtPath(join(folder.path, 'svc-env.d.ts'));
}, 120_000);
afterAll(() => folder?.[Symbol.dispose]());

/** The completions at the cursor `§` in a callback of `blog-posts`. */
function completions(callback: string): readonly string[] {
  const program = `
import { defineConfig } from 'svc';
export default defineConfig({
  collections: [{ slug: 'blog-posts', fields: [], access: { read: ${callback} } }],
});
`;
  const file = join(folder.path, 'completed.ts');
  project.createSourceFile(file, program.replace('§', ''), { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  const found = service.getCompletionsAtPosition(file, program.indexOf('§'), {});
  return (found?.entries ?? []).map(({ name }) => name).sort();
}

const own = ['AND', 'OR', '_pending', '_status', 'createdAt', 'id', 'tags', 'title', 'updatedAt'];

test.each([
  ['that is returned', '() => ({ § })'],
  ['of an asynchronous callback', 'async ({ req }) => ({ § })'],
  ['of some requesters', '({ req }) => req.user !== undefined || { § }'],
  ['after a statement', "({ req }) => { if (req.user) return true; return { title: 'x', § }; }"],
  ['inside of AND', '({ req }) => ({ AND: [{ § }] })'],
  ['beside a path through a relation', "() => ({ 'tags.name': 'x', § })"],
])(
  'the own fields in the filter %s',
  (_place, callback) => {
    const given = callback.includes("title: 'x'") ? ['title'] : [];
    expect(completions(callback)).toEqual(own.filter((name) => !given.includes(name)));
  },
  60_000,
);

test('operators and values follow the field, also behind a relation', () => {
  expect(completions('({ req }) => ({ title: { § } })')).toContain('contains');
  expect(completions("({ req }) => ({ 'tags.name': { § } })")).toContain('contains');
  expect(completions("({ req }) => ({ _status: '§' })")).toEqual(['draft', 'published']);
}, 60_000);
