/** What the types of the SDK cost the compiler, in instantiations: they do not depend on the machine. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testNewest } from '../packaging/packed-package.js';

const root = join(import.meta.dirname, '../..');

function instantiationsOf(file: string): number {
  const flags = [
    ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
    ...['--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext'],
    ...['--types', '', '--ignoreConfig', '--extendedDiagnostics'],
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags, join(root, file)], { encoding: 'utf8' });
  expect(stdout).not.toMatch(/error TS\d+/);
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
}

// 3,008 on 28 November 2026. docs/benchmarks.md has the figures over 10 and 100 collections.
testNewest('eight calls take at most 3,300 instantiations', () => {
  expect(instantiationsOf('tests/types/sdk-cost.ts')).toBeLessThan(3_300);
});
