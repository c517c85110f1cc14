import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../runtime/util/package-root.js';
import type { EmittedFile, Ir } from '../../ir/ir.js';

/** The SDK's fixed part, copied as it is; that of authentication only where there is some. */
export function coreFiles({ contract }: Ir): readonly EmittedFile[] {
  return [...filesIn(''), ...(contract.auth ? filesIn('auth/') : [])];
}

function filesIn(below: '' | 'auth/'): readonly EmittedFile[] {
  const folder = join(packageRoot, 'templates/sdk', below);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({
      path: `sdk/core/${below}${name}`,
      content: readFileSync(join(folder, name), 'utf8'),
    }));
}
