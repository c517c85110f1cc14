import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Vitest's global setup: compiles the package once, so that tests run the binary and `svc/runtime` as published. */
export function setup(): void {
  const script = join(import.meta.dirname, '../../scripts/build.js');
  const { status } = spawnSync(process.execPath, [script, '--if-needed'], { stdio: 'inherit' });
  if (status === 0) return;
  // The compiler emits JavaScript in spite of type errors: while somebody edits one room, the tests of the others may go on.
  if (process.env['CI'])
    throw new Error('The package does not compile (see above), so its tests cannot run.');
  process.stderr.write(
    'The package does not compile (see above); tests run on what was emitted all the same.\n',
  );
}
