import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { createBufferedOutput } from './buffered-output.js';

test.each([false, true])('lines arrive whole, in order, and all of them (shared: %s)', async (shared) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const output = createBufferedOutput(descriptor, shared);
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `{"line":${at},"text":"${'ä€😀'.repeat(at % 3000 === 0 ? 2000 : 1)}"}\n`,
  );
  for (const line of lines) {
    output.write(line);
    if (line.length % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await output.flush?.();
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

test.each([false, true])('a process that ends writes the lines that wait (shared: %s)', async (shared) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
  const program = join(folder, 'program.mjs');
  const contents = `import { createBufferedOutput } from './buffered-output.ts';
    const output = createBufferedOutput(1, ${shared});
    for (let at = 0; at < 2000; at += 1) output.write(JSON.stringify({ at, pad: 'x'.repeat(100) }) + '\\n');
    process.exit();`;
  buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  // A late reader: the pipe is full meanwhile. A stream of Node drops what is unread when the process exits.
  const line = `"${process.execPath}" "${program}" | (sleep 0.3; cat)`;
  const { stdout } = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = (await text(stdout)).trimEnd().split('\n');
  const found = lines.map((line) => (JSON.parse(line) as { readonly at: number }).at);
  // A piece that is being written when the process ends may come after the others.
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2000 }, (_, at) => at));
  rmSync(folder, { recursive: true });
});

test('a log that cannot be written does not stop anything', async () => {
  const output = createBufferedOutput(1_000_000);
  output.write('lost\n');
  await output.flush?.();
});
