import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf, inChunks } from '../../../tests/conformance/file-storage.js';
import { draws } from '../../../tests/support/draws.js';
import { checkText } from './check-text.js';

const sample = 'Grüße, 世界 😀\n'.repeat(20);
const be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(sample)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${sample}`)],
  ['UTF-16, little end first', Buffer.from(`\ufeff${sample}`, 'utf16le')],
  ['UTF-16, big end first', be(`\ufeff${sample}`)],
  ['one byte', Buffer.from('a')],
])('%s passes unchanged, however it is cut', async (_, bytes) => {
  for (const size of [1, 2, 3, 5, 1000]) {
    expect((await allOf(checkText(inChunks(bytes, size)))).equals(bytes)).toBe(true);
  }
});

test.each([
  ['a NUL', Buffer.from(`${sample}\0`)],
  ['Latin-1', Buffer.from('Grüße', 'latin1')],
  ['an unfinished character', Buffer.from('Grü').subarray(0, 3)],
  ['an overlong character', Buffer.from('61c0af61', 'hex')],
  ['half a pair', Buffer.from('61eda08061', 'hex')],
  ['a NUL in UTF-16', Buffer.from('\ufeffa\0b', 'utf16le')],
  ['half a pair in UTF-16', Buffer.from('fffe00d86100', 'hex')],
  ['half a unit of UTF-16', Buffer.from('fffe610062', 'hex')],
  ['one byte that begins nothing', Buffer.from([0xff])],
])('%s is refused, however it is cut', async (_, bytes) => {
  for (const size of [1, 2, 3, 1000]) {
    await expect(allOf(checkText(inChunks(bytes, size)))).rejects.toMatchObject({ reason: 'badText' });
  }
});

test('what is refused far from the beginning is refused all the same', async () => {
  const bytes = Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0x80])]);
  await expect(allOf(checkText(inChunks(bytes)))).rejects.toMatchObject({ reason: 'badText' });
});

test('it agrees with the decoder of the platform about all bytes', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 4 }), async (content, size) => {
      fc.pre(content.length > 0 && !/^(?:fffe|feff)/.test(Buffer.from(content).toString('hex')));
      let isText = !content.includes(0);
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(content);
      } catch {
        isText = false;
      }
      const passed = await allOf(checkText(inChunks(content, size))).then(
        () => true,
        () => false,
      );
      expect(passed).toBe(isText);
    }),
    { numRuns: draws(1000) },
  );
});
