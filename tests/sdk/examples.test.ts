/** Every example of the OpenAPI documents compiles against the emitted client. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject, OperationObject } from 'openapi3-ts/oas31';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { scratchFolder } from '../support/emitted.js';
import { operationsOf } from '../support/openapi-operations.js';

function errorsOf(folder: string, files: readonly string[]): readonly string[] {
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /error TS\d+/.test(line));
}

test.each(['access', 'blog', 'drafts', 'every-field', 'minimal', 'name-clash', 'website'])(
  'the samples of the document of %s',
  (fixture) => {
    const folder = scratchFolder();
    const source = readFileSync(join(packageRoot, `fixtures/${fixture}/expected/openapi.json`), 'utf8');
    const samples = operationsOf(JSON.parse(source) as OpenAPIObject).flatMap(({ operation }) =>
      samplesOf(operation),
    );
    expect(samples.length).toBeGreaterThan(3);
    const begin = `import { createClient } from '../../fixtures/${fixture}/expected/sdk/index.js';
const client = createClient({ baseUrl: 'http://localhost' });
declare const data: never;
declare const file: File;
`;
    const file = join(folder, 'samples.ts');
    const blocks = samples.map((sample) => `{\n${sample}\n}\n`).join('');
    writeFileSync(file, `${begin}${blocks}void [data, file];\n`);
    expect(errorsOf(folder, [file])).toEqual([]);
  },
  120_000,
);

function samplesOf(operation: OperationObject): readonly string[] {
  const samples = (operation['x-codeSamples'] ?? []) as readonly { readonly source: string }[];
  return samples.map(({ source }) => source);
}
