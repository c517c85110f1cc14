import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compilers } from '../packaging/packed-package.js';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'svc-sdk-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = [
  'documents',
  'filters',
  'writes',
  'drafts',
  'errors',
  'names',
  'auth',
  'fetch',
  'routes',
  'query',
  'aggregate',
  'search',
  'views',
  'finds',
  'files',
].map((name) => join(root, `tests/types/sdk-${name}.ts`));

function errorsOf(compiler: string): readonly string[] {
  const project = join(folder, `tsconfig.${compiler}.json`);
  // A typical user's project: strict, with the types of browsers and without those of Node.
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', types: [], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ skipLibCheck: true, verbatimModuleSyntax: true },
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /error TS\d+/.test(line));
}

test.each(compilers)(
  'the types of the client follow each call, and mistakes are refused where they are made (%s)',
  (compiler) => {
    expect(errorsOf(compiler)).toEqual([]);
  },
  120_000,
);
