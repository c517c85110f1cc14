import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipEntries } from '../../../tests/admin/support/zip-entries.js';
import { crc32, zipWriter } from './zip.js';

test('the checksum of bytes is that of zlib, also in parts', () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 256);
  expect(crc32(bytes)).toBe(zlibCrc32(bytes));
  expect(crc32(bytes.subarray(1234), crc32(bytes.subarray(0, 1234)))).toBe(zlibCrc32(bytes));
  expect(crc32(new Uint8Array())).toBe(0);
});

test('files of one name get different ones, also where case does not matter', async () => {
  const zip = zipWriter();
  for (const [name, text] of [
    ['Straße.txt', 'one'],
    ['a.txt', 'two'],
    ['A.txt', 'three'],
    ['a.txt', ''],
  ] as const) {
    zip.add(name, new Blob([text]), crc32(new TextEncoder().encode(text)), new Date(2024, 1, 29, 13, 14, 16));
  }
  const entries = zipEntries(Buffer.from(await zip.finish().arrayBuffer()));
  expect(entries.map(({ name, bytes }) => `${name}: ${bytes}`)).toEqual([
    ...['Straße.txt: one', 'a.txt: two', 'A (2).txt: three', 'a (3).txt: '],
  ]);
});
