/** What users of the fixture `uploads` notice of the place of its files: the same wherever they are kept. */
import { describe, expect, test } from 'vitest';
import type { Exam } from '../../contract/support/exam.js';
import { createFile, pdf, readFile, sendFile } from './files.js';

/**
 * Defines the suite.
 *
 * @param stored - the keys or paths of all stored objects, in some order that stays.
 */
export function describeStoredFiles(
  name: string,
  exam: Exam,
  stored: () => Promise<readonly string[]>,
): void {
  describe(`files in ${name}: the service`, () => {
    test('stores the document and the bytes', async () => {
      const { status, body, headers } = await sendFile(exam, ['POST', '/api/documents'], {
        data: { title: 'Prices' },
        bytes: pdf(),
        name: 'prices.pdf',
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        title: 'Prices',
        filename: 'prices.pdf',
        mimeType: 'application/pdf',
        filesize: pdf().length,
        _status: 'published',
      });
      expect(body.url).toMatch(new RegExp(`^/api/documents/${body.id}/file/[A-Za-z0-9_-]{22}/prices\\.pdf$`));
      expect(body.checksum).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
      expect(headers.get('location')).toBe(`/api/documents/${body.id}`);
      const file = await readFile(exam, body.url);
      expect(file).toMatchObject({ status: 200, text: pdf() });
      const read = await exam.get(`/api/documents/${body.id}`);
      expect(read.body).toEqual(body);
    });

    test.each([
      [
        'a type that is not listed',
        { bytes: '<html><script>1</script></html>', name: 'a.html', type: 'text/html' },
        415,
      ],
      ['bytes of another type than declared', { bytes: pdf(), name: 'a.csv', type: 'text/csv' }, 422],
      ['an empty file', { bytes: '' }, 422],
      ['a file above the limit', { bytes: pdf().padEnd(1_100_000, ' ') }, 413],
      ['data that are not valid', { data: { title: 1 }, bytes: pdf() }, 400],
      ['data without a required field', { bytes: pdf(), data: {} }, 400],
      ['a field of the file in the data', { bytes: pdf(), data: { title: 'A', mimeType: 'text/html' } }, 400],
    ])('refuses %s, and keeps nothing', async (_what, sent, expected) => {
      const before = await stored();
      const { status } = await sendFile(exam, ['POST', '/api/documents'], { data: { title: 'A' }, ...sent });
      expect(status).toBe(expected);
      expect(await stored()).toEqual(before);
    });

    test('replaces the file under a new address', async () => {
      const created = await createFile(exam, '/api/attachments', { bytes: pdf('old') });
      const { status, body } = await sendFile(exam, ['PATCH', `/api/attachments/${created.id}`], {
        bytes: pdf('new'),
        name: 'new.pdf',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: created.id, filename: 'new.pdf', _revision: 2 });
      expect(body.url).not.toBe(created.url);
      expect(await readFile(exam, body.url)).toMatchObject({ status: 200, text: pdf('new') });
      expect((await readFile(exam, created.url)).status).toBe(404);
    });

    test('a draft has a file of its own until it is published', async () => {
      const created = await createFile(exam, '/api/documents', { data: { title: 'A' }, bytes: pdf('live') });
      const path = `/api/documents/${created.id}`;
      const changed = await sendFile(exam, ['PATCH', path], {
        bytes: pdf('next'),
        headers: { 'x-draft': 'true' },
      });
      expect(changed.status).toBe(200);
      const published = await exam.get(`${path}?draft=false`);
      expect(published.body.url).toBe(created.url);
      const merged = await exam.get(`${path}?draft=true`);
      expect(merged.body.url).toBe(changed.body.url);
      expect(await readFile(exam, created.url)).toMatchObject({ status: 200, text: pdf('live') });
      const pending = await readFile(exam, merged.body.url);
      expect(pending).toMatchObject({ status: 200, text: pdf('next') });
      expect(pending.headers.get('cache-control')).toBe('private, no-cache');
      const done = await exam.call('POST', `${path}/publish`);
      expect(done.body.url).toBe(merged.body.url);
      expect((await readFile(exam, done.body.url)).headers.get('cache-control')).toBe('public, max-age=60');
      // A version names the former file.
      expect(await readFile(exam, created.url)).toMatchObject({ status: 200, text: pdf('live') });
    });

    test('the file of a deleted document is there no more', async () => {
      const created = await createFile(exam, '/api/documents', { data: { title: 'A' }, bytes: pdf() });
      await exam.call('DELETE', `/api/documents/${created.id}`);
      expect((await readFile(exam, created.url)).status).toBe(404);
    });

    test('sends parts, and nothing of what the client has', async () => {
      const bytes = pdf('0123456789');
      const { url, checksum } = await createFile(exam, '/api/attachments', { bytes });
      const part = async (range: string, more: Readonly<Record<string, string>> = {}) => {
        const { status, text, headers } = await readFile(exam, url, { range, ...more });
        return [status, text, headers.get('content-range')];
      };
      const size = bytes.length;
      expect(await part('bytes=0-3')).toEqual([206, '%PDF', `bytes 0-3/${size}`]);
      expect(await part('bytes=5-')).toEqual([206, bytes.slice(5), `bytes 5-${size - 1}/${size}`]);
      expect(await part('bytes=-6')).toEqual([206, bytes.slice(-6), `bytes ${size - 6}-${size - 1}/${size}`]);
      expect(await part('bytes=0-1,4-5')).toEqual([200, bytes, null]);
      expect(await part('bytes=0-3', { 'if-range': '"other"' })).toEqual([200, bytes, null]);
      expect(await part('bytes=0-3', { 'if-range': `"${checksum}"` })).toEqual([
        206,
        '%PDF',
        `bytes 0-3/${size}`,
      ]);
      const outside = await readFile(exam, url, { range: `bytes=${size}-` });
      expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      const known = await readFile(exam, url, { 'if-none-match': `"${checksum}"` });
      expect([known.status, known.text]).toEqual([304, '']);
      // A browser takes them for those of what it has: it must still show the file in a frame.
      const whole = await fetch(`${exam.url}${url}`, { method: 'HEAD' });
      for (const name of ['x-frame-options', 'content-security-policy', 'cross-origin-resource-policy']) {
        expect(known.headers.get(name)).toBe(whole.headers.get(name));
      }
      const head = await fetch(`${exam.url}${url}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    });
  });
}
