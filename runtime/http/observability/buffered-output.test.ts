import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('a log that cannot be written does not stop anything', async () => {
  const output = createBufferedOutput(1_000_000);
  output.write('lost\n');
  await output.flush?.();
});
