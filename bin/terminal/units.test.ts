import { expect, test } from 'vitest';
import { countText, shownPath, sizeText } from '../../runtime/cli/index.js';
import { durationText } from './duration.js';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_345, '12.3 kB'],
  [83_397_722_100, '83.4 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [0.4, '0 ms'],
  [85.4, '85 ms'],
  [1249, '1.2 s'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

test('one of a thing has no plural', () => {
  expect([countText(1, 'file'), countText(0, 'file'), countText(2, 'file')]).toEqual([
    '1 file',
    '0 files',
    '2 files',
  ]);
});

test.each([
  ['/project/generated/types.ts', 'generated/types.ts'],
  ['generated/types.ts', 'generated/types.ts'],
  ['/project', '.'],
  ['/other/file.ts', '../other/file.ts'],
  ['/a', '../a'],
])('from /project, %s is shown as %s', (path, text) => {
  expect(shownPath(path, '/project')).toBe(text);
});

test('a path far away is shown in full', () => {
  expect(shownPath('/var/file.ts', '/home/me/project')).toBe('/var/file.ts');
});
