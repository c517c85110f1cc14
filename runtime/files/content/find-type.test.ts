import { expect, test } from 'vitest';
import { isRecognisedType } from '../../util/media-types.js';
import { findTypes } from './find-type.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const frame = Buffer.concat([hex('fffb9000'), Buffer.alloc(413)]);

/** An entry of a ZIP archive, stored without compression. */
function entry(name: string, content = ''): Buffer {
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), Buffer.from(content)]);
}

const ftyp = (major: string, ...others: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16 + 4 * others.length]),
    Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`, 'latin1'),
  ]);

test.each([
  ['image/jpeg', hex('ffd8ffe000104a464946')],
  ['image/png', hex('89504e470d0a1a0a0000000d')],
  ['image/gif', Buffer.from('GIF89a...')],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ['image/avif', ftyp('avif')],
  ['image/avif', ftyp('mif1', 'miaf', 'avif')],
  ['image/heic', ftyp('heic', 'mif1')],
  ['image/heic', ftyp('mif1', 'heic')],
  ['application/pdf', Buffer.from('%PDF-1.7\n')],
  ['video/mp4', ftyp('isom', 'iso2', 'mp41')],
  ['audio/mp4', ftyp('M4A ')],
  ['video/quicktime', ftyp('qt  ')],
  ['video/webm', hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d')],
  ['video/x-matroska', hex('1a45dfa3 a3 4282 88 6d6174726f736b61')],
  ['audio/mpeg', Buffer.from('ID3\x04\0')],
  ['audio/mpeg', Buffer.concat([frame, frame])],
  ['application/octet-stream', Buffer.concat([frame, Buffer.alloc(500)])],
  ['audio/wav', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ['application/zip', entry('a.txt')],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    Buffer.concat([entry('[Content_Types].xml'), entry('_rels/.rels'), entry('word/document.xml')]),
  ],
  ['application/java-archive', Buffer.concat([entry('META-INF/'), entry('META-INF/MANIFEST.MF')])],
  ['application/epub+zip', entry('mimetype', 'application/epub+zip')],
  ['application/x-msdownload', hex('4d5a 9000 0300 0000')],
  ['application/x-elf', hex('7f454c46 020101')],
  ['application/x-sh', Buffer.from('#!/bin/sh\nrm -rf /\n')],
  ['text/html', Buffer.from('<!DOCTYPE html><p>Hi')],
  ['text/html', Buffer.from('\ufeff\n <!-- a --><!-- b --> <HTML lang=de>')],
  ['text/html', Buffer.from('<script>alert(1)</script>')],
  ['text/html', Buffer.from('\ufeff<html>', 'utf16le')],
  ['application/xhtml+xml', Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">')],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['image/svg+xml', Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><!-- x --><svg>')],
  ['image/svg+xml', Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg">')],
  ['application/xml', Buffer.from('<?xml version="1.0"?><feed/>')],
  ['text/plain', Buffer.from('Grüße, 世界')],
  ['text/plain', Buffer.from('a')],
  ['text/plain', Buffer.from('# Title\n\n<p>Markdown</p>')],
  ['text/plain', Buffer.from('\ufeffGrüße', 'utf16le')],
  ['application/octet-stream', hex('000102030405')],
])('%s is found by its bytes', (type, head) => {
  const [found = ''] = findTypes(head);
  expect(found).toBe(type);
  expect(isRecognisedType(found)).toBe(true);
});

test('every head of any length has a type, and is read in time', () => {
  const comments = Buffer.from('<!---->'.repeat(9_000));
  const archive = Buffer.from('PK\x03\x04'.repeat(16_384), 'latin1');
  for (const head of [comments, archive, ftyp('mif1', ...Array.from({ length: 60 }, () => 'abcd'))]) {
    for (let length = 0; length < head.length; length += 997) {
      expect(findTypes(head.subarray(0, length)).length).toBeGreaterThan(0);
    }
  }
});
