import { expect, test } from 'vitest';
import { openMultipart } from './multipart.js';

const type = 'multipart/form-data; boundary=x';

/** A part of a body, with its headers. */
function part(disposition: string, content: string, more = ''): string {
  return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
}

/** The bytes of a text, in pieces of this size. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test.each([1, 7, 100_000])('reads parts in their order, in pieces of %i bytes', async (size) => {
  const body = `${part('name="data"', '{"a":1}')}${part('name="file"; filename="Ärger.txt"', 'x\r\n--y', 'Content-Type: text/csv\r\n')}--x--\r\n`;
  const parts = openMultipart(inPieces(body, size), type);
  const data = await parts.next();
  expect(data).toMatchObject({ name: 'data', filename: null, declaredType: null });
  expect(await textOf(data?.bytes ?? inPieces('', 1))).toBe('{"a":1}');
  const file = await parts.next();
  expect(file).toMatchObject({ name: 'file', filename: 'Ärger.txt', declaredType: 'text/csv' });
  expect(await textOf(file?.bytes ?? inPieces('', 1))).toBe('x\r\n--y');
  expect(await parts.next()).toBeNull();
});

test('reads no faster than its parts are read', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    for (;;) {
      sent += 65_536;
      yield new Uint8Array(65_536);
    }
  }
  const parts = openMultipart(endless(), type);
  const file = await parts.next();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toBeLessThan(1_048_576);
  let read = 0;
  for await (const chunk of file?.bytes ?? inPieces('', 1)) {
    read += chunk.byteLength;
    if (read > 10_485_760) break;
  }
  expect(sent - read).toBeLessThan(1_048_576);
  parts.close();
});

test('does not read on while a part that was found waits to be taken', async () => {
  let sent = 0;
  async function* many(): AsyncGenerator<Uint8Array> {
    for (let index = 0; ; index += 1) {
      sent += 1;
      yield Buffer.from(part(`name="part ${index}"`, 'x'));
    }
  }
  const parts = openMultipart(many(), type);
  await parts.next();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toBeLessThan(5);
  parts.close();
});

test('finds three parts, however many a piece of the body has, and refuses what follows', async () => {
  const body = `${part('name="a"', 'x').repeat(1_000)}--x--\r\n`;
  const parts = openMultipart(inPieces(body, body.length), type);
  for (let index = 0; index < 3; index += 1) expect(await parts.next()).toMatchObject({ name: 'a' });
  await expect(parts.next()).rejects.toMatchObject({ reason: 'body.notMultipart' });
});

test.each([
  ['before its end', part('name="file"; filename="a"', 'bytes').slice(0, -4)],
  ['without an end', part('name="file"; filename="a"', 'bytes')],
])('throws for a body that ends %s', async (_where, body) => {
  const parts = openMultipart(inPieces(body, 10), type);
  const read = async (): Promise<void> => {
    for (let one = await parts.next(); one !== null; one = await parts.next()) await textOf(one.bytes);
  };
  await expect(read()).rejects.toMatchObject({ code: 'BAD_USER_INPUT', reason: 'body.notMultipart' });
});

test('passes on why the source ended', async () => {
  async function* lost(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
    throw new Error('the connection closed');
  }
  const parts = openMultipart(lost(), type);
  const file = await parts.next();
  await expect(textOf(file?.bytes ?? inPieces('', 1))).rejects.toThrow('the connection closed');
});

test('needs a boundary', () => {
  expect(() => openMultipart(inPieces('', 1), 'multipart/form-data')).toThrow('multipart/form-data');
});
