import { join } from 'node:path';
import { emitOpenApi } from '../../generator/emit/openapi.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import type { Ir } from '../../generator/ir/ir.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { packageRoot, packageVersion } from '../../runtime/util/package-root.js';
import { cachedByContent } from './cached-by-content.js';

/** The IR of a project in `fixtures/`. */
export async function fixtureIr(name: string): Promise<Ir> {
  const cwd = join(packageRoot, 'fixtures', name);
  return buildIr(await loadConfig({ cwd }), { output: join(cwd, 'generated'), version: packageVersion });
}

/** The text of the generated `openapi.json` for an IR. */
export const openApiText: (ir: Ir) => string = cachedByContent((ir) => {
  const [file] = emitOpenApi(ir);
  if (!file) throw new Error('emitOpenApi emitted nothing.');
  return file.content;
});
