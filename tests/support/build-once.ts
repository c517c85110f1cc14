import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Vitest's global setup: compiles the package once, so that tests run the binary and `svc/runtime` as
 * published, and completes the SDKs of the fixtures.
 */
export function setup(): void {
  const status = runScript('build.js', '--if-needed');
  runScript('fixture-core.js', '--built');
  if (status === 0) return;
  // The compiler emits JavaScript despite type errors. So tests of other modules can run while one module is
  // edited.
  if (process.env['CI'])
    throw new Error('The package does not compile (see above), so its tests cannot run.');
  process.stderr.write(
    'The package does not compile (see above); tests run on what was emitted all the same.\n',
  );
}

function runScript(name: string, ...args: readonly string[]): number | null {
  const script = join(import.meta.dirname, '../../scripts', name);
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status;
}
