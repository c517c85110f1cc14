import { expect, test } from 'vitest';
import type { Document } from '../api/documents.js';
import { createUploadQueue } from './upload-queue.js';

interface Sending {
  readonly name: string;
  readonly progress: (part: number) => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function setUp() {
  const sending: Sending[] = [];
  const done: string[] = [];
  const queue = createUploadQueue({
    send: (file, { signal, onProgress }) =>
      new Promise<Document>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        const document = { id: file.name, createdAt: null, updatedAt: null, _revision: 1 };
        sending.push({ name: file.name, progress: onProgress, resolve: () => resolve(document), reject });
      }),
    onDone: ({ id }) => done.push(id),
  });
  const states = (): string =>
    queue
      .items()
      .map(({ file, state }) => `${file.name}:${state}`)
      .join(' ');
  const find = (name: string): Sending => {
    const found = sending.findLast((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} is not being sent.`);
    return found;
  };
  const idOf = (name: string): number => queue.items().find(({ file }) => file.name === name)?.id ?? 0;
  return { queue, states, find, idOf, done, names: () => sending.map(({ name }) => name) };
}

const files = (...names: string[]): readonly File[] => names.map((name) => new File(['x'], name));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('three files are sent at a time, and one that is refused stops no other', async () => {
  const { queue, states, find, done, idOf, names } = setUp();
  let changes = 0;
  const unsubscribe = queue.subscribe(() => changes++);
  queue.add(files('a', 'b', 'c', 'd', 'e'));
  expect(states()).toBe('a:sending b:sending c:sending d:waiting e:waiting');
  find('a').progress(0.5);
  expect(queue.items()[0]?.sent).toBe(0.5);
  find('a').reject(new Error('refused'));
  await settled();
  expect(states()).toBe('a:failed b:sending c:sending d:sending e:waiting');
  expect(String(queue.items()[0]?.error)).toContain('refused');
  for (const name of ['b', 'c', 'd']) find(name).resolve();
  await settled();
  find('e').resolve();
  await settled();
  expect([states(), done]).toEqual(['a:failed b:done c:done d:done e:done', ['b', 'c', 'd', 'e']]);
  queue.retry(idOf('a'));
  queue.retry(idOf('b'));
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  find('a').resolve();
  await settled();
  queue.clear();
  expect(queue.items()).toEqual([]);
  expect(changes).toBeGreaterThan(0);
  unsubscribe();
});

test('files are stopped one by one or all together, and sent again', async () => {
  const { queue, states, idOf, names } = setUp();
  queue.add(files('a', 'b', 'c', 'd', 'e'));
  queue.cancel(idOf('e'));
  queue.cancel(idOf('a'));
  await settled();
  expect(states()).toBe('a:cancelled b:sending c:sending d:sending e:cancelled');
  queue.add(files('f'));
  queue.cancelAll();
  await settled();
  expect(states()).toBe('a:cancelled b:cancelled c:cancelled d:cancelled e:cancelled f:cancelled');
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  queue.retry(idOf('f'));
  expect(states()).toContain('f:sending');
});
