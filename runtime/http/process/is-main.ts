import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Whether a module is the program that Node was started with. Pass `import.meta.url`. `otherModule` is that
 * of another module: if both are the same, a bundler has joined them into one file, and the program is the
 * code that was bundled with them.
 */
export function isMain(moduleUrl: string, otherModule?: string): boolean {
  const [, program] = process.argv;
  if (program === undefined || moduleUrl === otherModule) return false;
  const file = fileURLToPath(moduleUrl);
  // `node dist/server` omits the extension; a link to the file counts as the file.
  return [program, `${program}.js`, `${program}/index.js`].some((path) => realPath(path) === realPath(file));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
