import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

test('every place and every test that docs/security.md names is there', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/(?:[\w.-]+\.ts)?)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(
    (path) => !existsSync(join(root, path)) && !existsSync(join(root, 'runtime', path)),
  );
  expect(missing).toEqual([]);
});

/**
 * OWASP ASVS 5, 11.1.2: an inventory of keys. Hashes without a key can be told from checksums only by reading
 * the code.
 */
test('the table of keys in docs/security.md names every place that uses one', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const [, table = ''] = /\n\| Key or value \|(.*?)\n\n/s.exec(text) ?? [];
  const named = [...table.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path = '']) => `runtime/${path}`);
  const usesKey = /\b(createHmac|hkdfSync|createCipheriv|SignJWT)\(|import\('argon2'\)/;
  const using = sourceFiles()
    .filter((file) => file.startsWith('runtime/'))
    .filter((file) => usesKey.test(readFileSync(join(root, file), 'utf8')));
  expect(using.length).toBeGreaterThan(5);
  expect(using.filter((file) => !named.includes(file))).toEqual([]);
});

/** Starts files of this package, without arguments: long reads, and images, which may end a process. */
const startsPrograms = 'runtime/util/own-process.ts';
const startsReaders = 'runtime/storage/dialects/sqlite/started-reader.ts';
const startsImages = 'runtime/files/images/started-image-process.ts';

/** OWASP ASVS 5, 1.2.5 and 1.3.2: no input is ever executed. */
test('the runtime runs no text, and starts no program but its own reader and image processes', () => {
  const runs = /\beval\(|new Function\(|node:child_process|node:vm\b/;
  const found = sourceFiles()
    .filter((file) => file.startsWith('runtime/'))
    .filter((file) => runs.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([startsPrograms]);
  const starting = sourceFiles().filter((file) =>
    /\bstartProgram\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(starting.filter((file) => file !== startsPrograms)).toEqual([startsImages, startsReaders]);
});

/** A second place could forget that a refusal reveals a draft which the requester does not see. */
test('access to a document that is written is decided in one place', () => {
  const decides = /\baccess\??\.admit\(/;
  /** Adds the own record of a user to the rights of a request, and leaves writes to them. */
  const passesOn = 'runtime/http/auth-routes/users/own-record.ts';
  const found = sourceFiles()
    .filter((file) => file.startsWith('runtime/') && file !== passesOn)
    .filter((file) => decides.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual(['runtime/documents/write/decide-document.ts']);
});
