/** The types of `svc/admin`, as published, in a project with an extension. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { compilerBinary, compilers } from '../packaging/packed-package.js';
import { scratchFolder } from '../support/emitted.js';

const root = join(import.meta.dirname, '../..');
const declarations = (path: string): string => join(root, 'dist/runtime', path);

test.each(compilers)(
  'an extension is typed by the config, and mistakes are refused where they are made (%s)',
  async (compiler) => {
    const project = scratchFolder();
    cpSync(join(root, 'tests/types/extended'), project, { recursive: true });
    await generate({ cwd: project });
    const compilerOptions = {
      paths: {
        svc: [declarations('config/index.d.ts')],
        'svc/admin': [declarations('extension/index.d.ts')],
      },
      ...{ types: [], lib: ['es2023', 'dom', 'dom.iterable'], jsx: 'react-jsx', skipLibCheck: true },
      ...{ isolatedDeclarations: false, declaration: false },
    };
    const config = join(project, 'tsconfig.json');
    const include = ['svc.config.ts', 'svc-env.d.ts', 'extension.tsx'];
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include, exclude: [] }),
    );
    const { stdout } = spawnSync(process.execPath, [compilerBinary(compiler), '-p', config], {
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((line) => /error TS\d+/.test(line))).toEqual([]);
  },
  240_000,
);
