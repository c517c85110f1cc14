import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { UploadConfig } from '../../config/upload-config.js';
import { requireSharp } from './require-sharp.js';

const elsewhere = join(tmpdir(), 'program.js');

function contractOf(upload: true | UploadConfig) {
  return describeConfig({ collections: [{ slug: 'media', upload, fields: [] }] });
}

test('a service that takes images does not start without sharp', () => {
  expect(() => requireSharp(contractOf(true), elsewhere)).toThrow(
    /^collections\.media\.upload: takes images, .* npm install sharp/,
  );
  expect(() => requireSharp(contractOf(true))).not.toThrow();
});

test('a service of other files does', () => {
  expect(() => requireSharp(contractOf({ mimeTypes: ['application/pdf'] }), elsewhere)).not.toThrow();
  expect(() => requireSharp(contractOf({ mimeTypes: ['image/svg+xml'] }), elsewhere)).not.toThrow();
});
