import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../runtime/util/package-root.js';
import type { EmittedFile } from '../../ir/ir.js';

/** The SDK's fixed part, copied as it is. */
export function coreFiles(): readonly EmittedFile[] {
  const folder = join(packageRoot, 'templates/sdk');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ path: `sdk/core/${name}`, content: readFileSync(join(folder, name), 'utf8') }));
}
