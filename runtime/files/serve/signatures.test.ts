import { expect, test } from 'vitest';
import { createFileSignatures } from './signatures.js';

const file = {
  ...{ collection: 'papers', document: 'd', fileId: 'f', filename: 'a.txt' },
  ...{ expires: 1, isDownload: false },
};

test('signatures of previous secrets stay valid, those of others do not', () => {
  const old = createFileSignatures(['one']).sign(file);
  expect(createFileSignatures(['two', 'one']).isGenuine(file, old)).toBe(true);
  expect(createFileSignatures(['two']).isGenuine(file, old)).toBe(false);
  expect(createFileSignatures(['two', 'one']).sign(file)).not.toBe(old);
});

test('a signature is for one size of a file', () => {
  const signatures = createFileSignatures(['one']);
  const signed = signatures.sign({ ...file, size: 'small' });
  expect(signatures.isGenuine({ ...file, size: 'small' }, signed)).toBe(true);
  expect(signatures.isGenuine({ ...file, size: 'large' }, signed)).toBe(false);
  expect(signatures.isGenuine(file, signed)).toBe(false);
});
