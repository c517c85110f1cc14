/** Vitest's global setup: a folder for the generated projects that the tests of a run share. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/util/package-root.js';

export function setup(): () => void {
  const folder = join(packageRoot, 'tmp', `projects-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env['SVC_TEST_PROJECTS'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
