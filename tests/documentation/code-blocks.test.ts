/**
 * Every code block of the README and of `docs/` is checked, or says why not. TypeScript is compiled against
 * generated code, configs are loaded, the `svc` commands of shell scripts are parsed, JSON and JavaScript are
 * parsed. Other suites run many of the examples.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { scratchFolder } from '../support/emitted.js';
import { projectsOf } from './checked-project.js';
import { blocksOf, type CodeBlock, kindOf, pages, placeOf } from './code-blocks.js';
import { commandIssues } from './shell-commands.js';

const blocks = pages.flatMap((page) => blocksOf(page));
const checked = blocks.filter(({ reason }) => reason === undefined);

function ofKind(kind: ReturnType<typeof kindOf>): readonly (readonly [string, CodeBlock])[] {
  return checked.filter((block) => kindOf(block) === kind).map((block) => [placeOf(block), block]);
}

test('every block is of a kind that is checked, or says why not', () => {
  expect(blocks.length).toBeGreaterThan(100);
  expect(ofKind(null).map(([place]) => place)).toEqual([]);
});

test('a block that nothing checks is found', () => {
  const [bare, marked] = blocksOf(
    'a.md',
    '```ts\nfoo();\n```\n\n<!-- not checked: a sketch -->\n```yaml\na: 1\n```\n',
  );
  expect(bare && kindOf(bare)).toBeNull();
  expect(marked).toMatchObject({ line: 6, reason: 'a sketch', language: 'yaml' });
});

test('those of TypeScript compile, and their configs have no issue', async () => {
  const folder = scratchFolder();
  const projects = [];
  for (const page of pages) projects.push(...(await projectsOf(page, folder)));
  const places = new Map(projects.flatMap(({ files }) => [...files]));
  expect(places.size).toBeGreaterThan(60);
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    ...{ jsx: 'react-jsx', rewriteRelativeImportExtensions: true },
  };
  const paths = { '@/*': projects.map((project) => join(project.folder, '*')) };
  const text = JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, files: [...places.keys()] });
  writeFileSync(join(folder, 'tsconfig.json'), text);
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder });
  const errors = stdout
    .split('\n')
    .filter((line) => /error TS\d+/.test(line))
    .map((line) => line.replace(/^[^(]+/, (file) => places.get(join(folder, file)) ?? file));
  expect(errors).toEqual([]);
}, 300_000);

test.each(ofKind('data'))('JSON of %s', (_, { code, mark }) => {
  const texts = mark === 'lines' ? code.trim().split('\n') : [code];
  for (const text of texts) expect(() => JSON.parse(text)).not.toThrow();
});

test.each(ofKind('script'))('JavaScript of %s', async (_, { code }) => {
  await expect(transform(code, { loader: 'js' })).resolves.toMatchObject({ warnings: [] });
});

test.each(ofKind('shell'))('commands of %s', (_, { code }) => {
  expect(spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' }).stderr).toBe('');
  expect(commandIssues(code)).toEqual([]);
});
