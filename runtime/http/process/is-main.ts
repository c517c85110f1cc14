import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether a module is the program that Node was started with. Pass `import.meta.url`. */
export function isMain(moduleUrl: string): boolean {
  const [, program] = process.argv;
  if (program === undefined) return false;
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
