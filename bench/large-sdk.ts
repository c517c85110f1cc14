/** The SDK of many collections, as `svc generate` writes it, in a folder of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface LargeSdk {
  /** The project; the SDK is in `generated/sdk`. */
  readonly folder: string;
  remove(): void;
}

/**
 * Generates the SDK of this many collections of 15 fields, like those of `fixtures/large`. The package must
 * be built.
 */
export function largeSdk(collections: number): LargeSdk {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-sdk-'));
  const make = join(folder, 'make-config.js');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'fixtures/large/make-config.js'), make);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  execFileSync(process.execPath, [make, String(collections)]);
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'generate'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`svc generate failed: ${stderr}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
