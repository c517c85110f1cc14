import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether the nearest package.json, from this folder upwards, makes `.js` files ES modules. */
export function isModuleScope(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (existsSync(file))
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: unknown }).type === 'module';
  const parent = dirname(folder);
  return parent !== folder && isModuleScope(parent);
}
