import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localPath, pageParameters } from './page-parameters.js';

const piece = fc.constantFrom(
  ...[
    '/',
    '\\',
    '//',
    '@',
    ':',
    '.',
    '..',
    '?',
    '#',
    '%2f',
    '%5c',
    '\t',
    '\r',
    ' ',
    'https:',
    'evil.example',
    'a',
  ],
);

test('a browser that is sent on stays on this server', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = localPath(pieces.join(''));
      if (path === null) return;
      expect(new URL(path, 'https://cms.example.com/admin/login').origin).toBe('https://cms.example.com');
    }),
    { numRuns: 5000 },
  );
});

test('paths with parameters are kept', () => {
  expect(localPath('/admin/users?page=2#top')).toBe('/admin/users?page=2#top');
  expect(localPath(undefined)).toBeNull();
  expect(localPath('admin')).toBeNull();
});

test('parameters that cannot be read are none', () => {
  expect(pageParameters('token=a&utm_source=mail').get('token')).toBe('a');
  expect(pageParameters('token=a&token=b').size).toBe(0);
  expect(pageParameters('token=%ff').size).toBe(0);
});
