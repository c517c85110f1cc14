/** Compiles the emitted code of many configs in one program, since a start of the compiler takes seconds. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strictest } from '../support/strictest-options.js';

/** The output of the compiler for the `generated/` folders of a folder; empty: it compiles. */
export async function compileBatch(root: string, folder: string): Promise<string> {
  const options = { compilerOptions: strictest, include: ['*/generated/**/*.ts', '*.ts'] };
  writeFileSync(join(folder, 'svc.config.ts'), 'const config: object = {};\nexport default config;\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [compiler, '-p', folder, '--pretty', 'false']);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return code === 0 ? '' : output || `The compiler ended with ${code}.`;
}
