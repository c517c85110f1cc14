import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadCompiledDrivers } from '../../storage/dialects/index.js';
import { oneLine } from '../text/one-line.js';
import { broken, doubtful, type Finding, fine } from './finding.js';

/** The version was checked before any command ran. */
export function checkNode(): Finding {
  return fine('node', `Node ${process.versions.node}`);
}

/** Checks whether each driver with a binary is installed, fits this Node, and can be loaded. */
export async function checkDrivers(): Promise<readonly Finding[]> {
  const drivers = await loadCompiledDrivers();
  return drivers.map(({ name, load, repair }) => {
    try {
      return fine(name, load());
    } catch (error) {
      return broken(name, oneLine(error), repair);
    }
  });
}

/** Checks the compiler that type-checks the generated code; the runtime does not need it. */
export function checkTypeScript(project: string): Finding {
  const require = createRequire(join(project, 'package.json'));
  try {
    const { version } = require('typescript/package.json') as { readonly version: string };
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major > 5 || (major === 5 && minor >= 9)) return fine('typescript', `TypeScript ${version}`);
    return doubtful(
      'typescript',
      `TypeScript ${version} is not tested`,
      'run `npm install --save-dev typescript@latest`',
    );
  } catch {
    const fix = 'to check your code and the generated code, run `npm install --save-dev typescript`';
    return doubtful('typescript', 'TypeScript is not installed', fix);
  }
}
