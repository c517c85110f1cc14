/**
 * Every code block of the README and of `docs/` is checked, or says why not. TypeScript is compiled against
 * generated code, configs are loaded, the `svc` commands of shell scripts are parsed, JSON and JavaScript are
 * parsed. Other suites run many of the examples.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { scratchFolder } from '../support/emitted.js';
import { type Project, projectsOf } from './checked-project.js';
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

const compilerOptions = {
  ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'nodenext', types: ['node'], noEmit: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  ...{ jsx: 'react-jsx', rewriteRelativeImportExtensions: true },
};

test('those of TypeScript compile, and their configs have no issue', async () => {
  const folder = scratchFolder();
  const projects: Project[] = [];
  for (const page of pages) projects.push(...(await projectsOf(page, folder)));
  expect(projects.flatMap(({ files }) => [...files]).length).toBeGreaterThan(60);
  // `svc-env.d.ts` changes types of `svc` itself, so a program can have that of one project.
  const typed = projects.filter(({ usesOwnTypes }) => usesOwnTypes);
  const others = projects.filter((project) => !typed.includes(project));
  const errors = [others, ...typed.map((project) => [project])].flatMap((group, index) =>
    compileErrors(group, join(folder, `tsconfig-${index}.json`)),
  );
  expect(errors).toEqual([]);
}, 300_000);

/** Messages of the compiler, with the places of blocks instead of the files that were made of them. */
function compileErrors(projects: readonly Project[], tsconfig: string): readonly string[] {
  const places = new Map(projects.flatMap(({ files }) => [...files]));
  const own = projects.flatMap((project) =>
    project.usesOwnTypes ? [join(project.folder, 'svc-env.d.ts')] : [],
  );
  const paths = { '@/*': projects.map((project) => join(project.folder, '*')) };
  const files = [...places.keys(), ...own];
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, files }));
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const cwd = dirname(tsconfig);
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', tsconfig], { encoding: 'utf8', cwd });
  return stdout
    .split('\n')
    .filter((line) => /error TS\d+/.test(line))
    .map((line) => line.replace(/^[^(]+/, (file) => places.get(join(cwd, file)) ?? file));
}

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
