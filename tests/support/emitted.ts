/**
 * Imports the emitted code of a config. It is written into a folder of this repository, so that its packages
 * resolve.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { emitValidators } from '../../generator/emit/validators.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import type { EmittedFile, Ir } from '../../generator/ir/ir.js';
import { readRouteSchemas } from '../../generator/load/route-schemas.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { Validator } from '../../runtime/documents/operation.js';
import { cachedByContent } from './cached-by-content.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The IR of a config, as if it were in `/project/svc.config.ts` with the output in `/project/generated`. */
export function irOf(config: ServiceConfig, docs: Readonly<Record<string, string>> = {}): Ir {
  const file = '/project/svc.config.ts';
  return buildIr({ config, file, docs }, { output: '/project/generated', version: '0.0.0' });
}

/** The same for a config with routes, whose schemas are converted when it is loaded. */
export async function irWithRoutes(config: ServiceConfig): Promise<Ir> {
  const { schemas: routeSchemas } = await readRouteSchemas(config);
  const loaded = { config, file: '/project/svc.config.ts', docs: {}, routeSchemas };
  return buildIr(loaded, { output: '/project/generated', version: '0.0.0' });
}

/** Creates a folder inside the repository, which is removed when the test ends. */
export function scratchFolder(): string {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newFolder(): string {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  return mkdtempSync(join(root, 'tmp/test-'));
}

export function writeFiles(folder: string, files: readonly EmittedFile[]): void {
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Writes files into a new folder and imports one of them. */
export async function importEmitted(
  files: readonly EmittedFile[],
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const folder = scratchFolder();
  // The folder is the output; what is next to the config is only types.
  writeFiles(
    folder,
    files.filter((file) => !file.path.startsWith('../')),
  );
  return (await import(join(folder, path))) as Readonly<Record<string, unknown>>;
}

export type Validators = Readonly<Record<string, Validator>>;

/** The emitted validators of an IR, by name. Tests with the same IR share them. */
export const importValidators: (ir: Ir) => Promise<Validators> = cachedByContent(async (ir) => {
  const folder = newFolder();
  try {
    writeFiles(folder, emitValidators(ir));
    return (await import(join(folder, 'validators.ts'))) as Validators;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
