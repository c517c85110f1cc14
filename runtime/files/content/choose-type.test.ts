import { expect, test } from 'vitest';
import { expandTypes } from '../../util/media-types.js';
import { chooseType, mayBeTaken } from './choose-type.js';
import { InvalidFile, UnlistedType } from './content-errors.js';
import { findTypes } from './find-type.js';

const jpeg = Buffer.from('ffd8ffe0', 'hex');
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const text = Buffer.from('a,b\n1,2\n');
const film = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp41', 'latin1');
const all = expandTypes([
  ...['image/*', 'application/pdf', 'video/mp4', 'audio/mp4', 'text/plain', 'text/csv', 'application/json'],
  'application/vnd.ms-excel',
]);

test.each([
  [jpeg, 'jpg', 'image/jpeg', 'image/jpeg'],
  [jpeg, 'jpeg', 'image/jpg', 'image/jpeg'],
  [jpeg, null, null, 'image/jpeg'],
  [jpeg, 'JFIF', 'application/octet-stream', 'image/jpeg'],
  [jpeg, 'unknown1', '', 'image/jpeg'],
  [text, 'csv', 'text/plain', 'text/csv'],
  [text, 'txt', 'text/csv', 'text/plain'],
  [text, null, 'text/csv; charset=utf-8', 'text/csv'],
  [text, 'csv', 'application/vnd.ms-excel', 'text/csv'],
  [text, 'json', 'application/json', 'application/json'],
  [text, null, null, 'text/plain'],
  [text, 'md', 'text/csv', 'text/csv'],
  [film, 'mp4', 'video/mp4', 'video/mp4'],
  [film, 'm4a', 'audio/x-m4a', 'audio/mp4'],
])('%o with the extension %s, declared as %s, is %s', (head, extension, declaredType, type) => {
  expect(chooseType(findTypes(head), { extension, declaredType, mimeTypes: all })).toBe(type);
});

test.each([
  [png, 'jpg', 'image/png', 'contradictsExtension'],
  [png, 'png', 'image/jpeg', 'contradictsType'],
  [jpeg, 'exe', null, 'contradictsExtension'],
  [jpeg, 'html', 'image/jpeg', 'contradictsExtension'],
  [text, 'txt', 'image/png', 'contradictsType'],
  [text, 'html', 'text/plain', 'contradictsExtension'],
  [text, 'txt', 'text/html', 'contradictsType'],
  [text, 'svg', null, 'contradictsExtension'],
  [Buffer.from('%PDF-1.4'), 'txt', 'text/plain', 'contradictsType'],
])('%o with the extension %s, declared as %s, is refused: %s', (head, extension, declaredType, reason) => {
  const choose = (): string => chooseType(findTypes(head), { extension, declaredType, mimeTypes: all });
  expect(choose).toThrow(InvalidFile);
  expect(choose).toThrow(expect.objectContaining({ reason }));
});

test.each([
  [Buffer.from('<!doctype html>'), 'txt', 'text/plain', 'text/html'],
  [Buffer.from('<svg>'), 'svg', 'image/svg+xml', 'image/svg+xml'],
  [Buffer.from('MZ\0\0', 'latin1'), 'jpg', 'image/jpeg', 'application/x-msdownload'],
  [Buffer.from('\0\x01\x02', 'latin1'), 'jpg', 'image/jpeg', 'application/octet-stream'],
])('%o is on no list: %s declared as %s is %s', (head, extension, declaredType, found) => {
  const choose = (): string => chooseType(findTypes(head), { extension, declaredType, mimeTypes: all });
  expect(choose).toThrow(UnlistedType);
  expect(choose).toThrow(expect.objectContaining({ found }));
});

test('a text is not of a listed type that nothing says', () => {
  const claims = { extension: 'txt', declaredType: null, mimeTypes: ['text/csv'] };
  expect(() => chooseType(findTypes(text), claims)).toThrow(expect.objectContaining({ found: 'text/plain' }));
});

test.each([
  ['application/pdf', null, true],
  ['application/pdf', 'application/octet-stream', true],
  ['application/pdf', 'application/x-pdf', true],
  ['application/pdf', 'image/png', false],
  ['application/pdf', 'text/plain', false],
  ['application/pdf', 'text/csv', false],
  ['application/pdf', 'application/x-unknown', false],
  ['text/csv', 'text/plain; charset=utf-8', true],
  ['text/csv', 'text/x-unknown', true],
  ['text/csv', 'application/json', true],
  ['text/csv', 'application/vnd.ms-excel', true],
  ['text/csv', 'text/html', false],
  ['text/csv', 'image/svg+xml', false],
  ['text/html', 'text/html', true],
  ['text/html', 'text/plain', false],
  ['image/svg+xml', 'text/plain', false],
  ['application/gpx+xml', 'text/xml', true],
  ['application/gpx+xml', 'text/plain', true],
])('where %s is taken, a file that is declared as %s may be: %s', (listed, declaredType, expected) => {
  expect(mayBeTaken(declaredType, [listed])).toBe(expected);
});
