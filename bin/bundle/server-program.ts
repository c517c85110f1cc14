import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GenerateResult } from '../../generator/generate.js';
import type { ServerProgram } from './bundle-server.js';

/**
 * The program that `svc build` makes. Without an entry of the project it exports `createApp`, and serves if
 * it is run. Files that the generated server reads are next to the bundle.
 */
export function serverProgram({ output, entry }: GenerateResult): ServerProgram {
  const moved = ['server.ts', 'routes/index.ts'].map((name) => realpathSync(join(output, name)));
  if (entry !== null) return { main: `export * from ${moduleIn(entry)};`, before: expectation(entry), moved };
  const main = `import { isMain, serve } from 'svc/runtime';
import { createApp } from './server.ts';
export { createApp };
if (isMain(import.meta.url)) await serve(createApp);`;
  return { main, before: '', moved };
}

function moduleIn(entry: string): string {
  return JSON.stringify(`./${basename(entry)}`);
}

/** Whether a bundle is a program of the project: importing it starts its server. */
export function isOwnProgram(bundle: string): boolean {
  return bundle.includes(`${expected}(`);
}

const expected = '__svc_expectServer';

/** An entry that starts nothing would end at once, without a word. */
function expectation(entry: string): string {
  const call = `${expected}(${JSON.stringify(basename(entry))}, import.meta.url);`;
  return ` import { expectServer as ${expected} } from 'svc/runtime'; ${call}`;
}
