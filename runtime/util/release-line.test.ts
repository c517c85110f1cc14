import { expect, test } from 'vitest';
import { releaseLine } from './release-line.js';

test.each([
  ['0.1.0', '0.1'],
  ['0.10.3', '0.10'],
  ['1.0.0', '1'],
  ['12.4.1', '12'],
  ['2.0.0-beta.1', '2.0.0-beta.1'],
])('%s belongs to the line %s', (version, line) => {
  expect(releaseLine(version)).toBe(line);
});
