import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../../../../tests/support/emitted.js';

const script = join(import.meta.dirname, '../../../../tests/support/writing-process.js');

interface Writer {
  readonly process: ChildProcess;
  /** Ids of the documents whose creation was confirmed with a response. */
  readonly acknowledged: string[];
  readonly exited: Promise<unknown>;
}

function startWriter(path: string, count: number): Writer {
  const child = spawn(process.execPath, [script, path, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.push(line));
  return { process: child, acknowledged, exited: Promise.all([once(child, 'close'), once(lines, 'close')]) };
}

interface StoredPost {
  readonly id: string;
  readonly slug: string;
  readonly text: string;
  readonly tag: string | null;
}

function readAll(path: string): { posts: readonly StoredPost[]; counter: { revision: number } } {
  const database = new Database(path);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const posts = database
      .prepare(
        'SELECT p.id, p.slug, p._doc AS text, t.target AS tag FROM posts p LEFT JOIN posts__tags t ON t.parent = p.id',
      )
      .all() as StoredPost[];
    const counter = database.prepare('SELECT _revision AS revision FROM globals__counter').get() as {
      revision: number;
    };
    return { posts, counter };
  } finally {
    database.close();
  }
}

test('what was acknowledged survives kill -9, whole', async () => {
  const path = join(scratchFolder(), 'data.db');
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const writer = startWriter(path, 1_000_000);
    await expect
      .poll(() => writer.acknowledged.length, { timeout: 15_000, interval: 3 })
      .toBeGreaterThan(20 * round + 5);
    writer.process.kill('SIGKILL');
    await writer.exited;
    acknowledged.push(...writer.acknowledged);
    const { posts, counter } = readAll(path);
    const stored = new Map(posts.map((post) => [post.id, post]));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    // At most one unconfirmed write is there as well, and it is complete too.
    expect(posts.length - acknowledged.length).toBeLessThanOrEqual(round + 1);
    for (const { id, slug, text, tag } of posts) {
      expect(JSON.parse(text)).toMatchObject({ id, slug, tags: tag === null ? [] : [tag] });
    }
    expect(counter.revision).toBeGreaterThanOrEqual(acknowledged.length);
  }
});

test('two processes write to one file, and neither loses what the other wrote', async () => {
  const path = join(scratchFolder(), 'data.db');
  const writers = [startWriter(path, 150), startWriter(path, 150)];
  await Promise.all(writers.map(({ exited }) => exited));
  expect(writers.map(({ process: child, acknowledged }) => [child.exitCode, acknowledged.length])).toEqual([
    [0, 150],
    [0, 150],
  ]);
  const { posts, counter } = readAll(path);
  expect(posts).toHaveLength(300);
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(300);
  expect(counter.revision).toBe(300);
});

test('two processes open one new file at the same moment', async () => {
  const folder = scratchFolder();
  const openers = [1, 2].map(() => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../../tests/support/opening-process.js')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return async (path: string): Promise<unknown> => {
      child.stdin.write(`${path}\n`);
      return (await answers.next()).value;
    };
  });
  for (let round = 0; round < 200; round += 1) {
    const path = join(folder, `${round}.db`);
    expect(await Promise.all(openers.map((open) => open(path)))).toEqual(['opened', 'opened']);
  }
});
