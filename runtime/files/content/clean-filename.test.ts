import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../tests/support/draws.js';
import { cleanFilename, extensionOf } from './clean-filename.js';

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['photo.JPEG', 'photo.JPEG'],
  ['photo.png', 'photo.jpg'],
  ['photo', 'photo.jpg'],
  ['Mr. Smith at home', 'Mr. Smith at home.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['..\\..\\boot.ini', 'boot.jpg'],
  ['C:\\photos\\Me.JPG', 'Me.JPG'],
  ['a/b/', 'file.jpg'],
  ['', 'file.jpg'],
  ['...', 'file.jpg'],
  ['.htaccess', 'htaccess.jpg'],
  ['.jpg', 'jpg.jpg'],
  ['a\0b.jpg', 'ab.jpg'],
  ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie x.jpg'],
  ['photo\u202egpj.exe', 'photogpj.jpg'],
  ['a\u200bb\ufeff\u2066c.jpg', 'abc.jpg'],
  ['<img src=x onerror="alert(1)">.jpg', 'img src=x onerror=alert(1).jpg'],
  ['a|b?c*d:e.jpg', 'abcde.jpg'],
  ['CON.jpg', '_CON.jpg'],
  ['nul', '_nul.jpg'],
  ['com1.tar.jpg', '_com1.tar.jpg'],
  ['console.jpg', 'console.jpg'],
  ['u\u0308ber.jpg', 'über.jpg'],
  [' spaced .jpg ', 'spaced.jpg'],
  ['\ud800.jpg', 'jpg.jpg'],
])('%j becomes %j', (name, cleaned) => {
  expect(cleanFilename(name, 'image/jpeg')).toBe(cleaned);
});

test('a long name is cut between characters, and keeps its extension', () => {
  const name = cleanFilename(`${'ä'.repeat(2_000)}.jpeg`, 'image/jpeg');
  expect(name).toBe(`${'ä'.repeat(87)}.jpeg`);
  expect(Buffer.byteLength(cleanFilename(`${'😀'.repeat(1_000)}`, 'image/jpeg'))).toBe(180);
});

test('the extension is read from the name alone', () => {
  expect(extensionOf('a/b.PNG')).toBe('png');
  expect(extensionOf('a.tar.gz')).toBe('gz');
  expect(extensionOf('photo\u202e.jpg')).toBe('jpg');
  expect(extensionOf('a.b c')).toBeNull();
  expect(extensionOf('')).toBeNull();
});

test('every name is short, names no path, and is cleaned once', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('/', '\\', '.', ' ', 'CON', '\u202e', '\0', 'jpg', '\ud800'),
  );
  fc.assert(
    fc.property(
      fc.array(unit).map((parts) => parts.join('')),
      (name) => {
        const cleaned = cleanFilename(name, 'image/jpeg');
        expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(180);
        expect(cleaned).toMatch(
          /^[^/\\.\s\p{Cc}\p{Bidi_Control}<>:"|?*][^/\\\p{Cc}\p{Bidi_Control}<>:"|?*]*\.(?:jpe?g|jpe|jfif)$/iu,
        );
        expect(cleanFilename(cleaned, 'image/jpeg')).toBe(cleaned);
      },
    ),
    { numRuns: draws(1000) },
  );
});

test('a name of a megabyte is cleaned at once', () => {
  expect(cleanFilename(`${'. '.repeat(500_000)}a`, 'text/plain')).toBe('a.txt');
});
