import { expect, test } from 'vitest';
import { isSupportedNode } from './supported-node.js';

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.3.0', true],
  ['24.21.0', true],
])('Node %s: %s', (version, supported) => {
  expect(isSupportedNode(version)).toBe(supported);
});
