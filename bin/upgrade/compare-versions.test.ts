import { expect, test } from 'vitest';
import { isLater, takesVersion } from './compare-versions.js';

test.each([
  ['0.2.0', '0.1', true],
  ['0.2.0', '0.2', false],
  ['0.10.0', '0.9.5', true],
  ['1.0.0', '0.9', true],
  ['2.0.0-beta.1', '1', true],
  ['1.2.3', '1.2.3', false],
])('%s is later than %s: %s', (version, than, expected) => {
  expect(isLater(version, than)).toBe(expected);
});

test.each([
  ['^0.1.0', '0.1.5', true],
  ['^0.1.0', '0.2.0', false],
  ['^1.1.0', '1.9.0', true],
  ['^1.1.0', '2.0.0', false],
  ['~1.1.0', '1.2.0', false],
  ['1.1.0', '1.1.1', false],
  ['1.1.0', '1.1.0', true],
  ['^0.3.0', '0.2.0', false],
  ['file:vendor/svc-0.1.0.tgz', '0.2.0', true],
])('%s takes %s: %s', (range, version, expected) => {
  expect(takesVersion(range, version)).toBe(expected);
});
