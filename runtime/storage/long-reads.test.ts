import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../tests/support/documents.js';
import { reason } from '../errors/reasons/reason.js';
import type { ClientSignal, LongRead } from './driver.js';
import { LongReads } from './long-reads.js';
import { ReadTime } from './read-time.js';

/** A client that disconnects on demand. */
class Visitor implements ClientSignal {
  readonly remoteAddress: string | undefined;
  gone = false;
  readonly #left: EventEmitter = new EventEmitter();

  constructor(remoteAddress?: string) {
    this.remoteAddress = remoteAddress;
  }

  onGone(listener: () => void): () => void {
    this.#left.once('gone', listener);
    return () => void this.#left.off('gone', listener);
  }

  leave(): void {
    this.gone = true;
    this.#left.emit('gone');
  }
}

const part = reason('cost.filter', { path: 'body' });
const costliest = 'the filter by "body"';

function by(clientSignal?: ClientSignal): LongRead {
  return { clientSignal, costliest: part };
}

/** Reads that run until the test ends them, in the order in which they began. */
function openReads(reads: LongReads) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, read: LongRead): Promise<string> =>
    reads.run(read, ({ begin }) => {
      began.push(name);
      return new Promise((resolve, reject) => {
        begin(() => reject(new Error('It was ended.')));
        ends.set(name, () => resolve(name));
      });
    });
  return { began, start, end: (name: string) => ends.get(name)?.() };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('an address has two at most, and a free place goes to the address with the fewest', async () => {
    const { began, start, end } = openReads(new LongReads({ places: 3, deadline: 5_000 }));
    const [one, other] = ['192.0.2.1', '192.0.2.2'];
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, by(new Visitor(one))));
    await settled();
    expect(began).toEqual(['a1', 'a2']);
    all.push(...['b1', 'b2'].map((name) => start(name, by(new Visitor(other)))));
    await settled();
    expect(began).toEqual(['a1', 'a2', 'b1']);
    end('a1');
    await settled();
    // Each address runs one read now, and a3 has waited longer.
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
    end('a2');
    end('a3');
    await settled();
    for (const name of ['b1', 'b2', 'a4']) {
      end(name);
      await settled();
    }
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  });

  test('calls in process, which have no address, are bound by the number of places alone', async () => {
    const reads = new LongReads({ places: 3, deadline: 5_000 });
    const { began, start, end } = openReads(reads);
    const all = ['a', 'b', 'c', 'd'].map((name) => start(name, by()));
    await settled();
    expect(began).toEqual(['a', 'b', 'c']);
    expect(reads.state).toMatchObject({ running: 3, waiting: 1 });
    for (const name of ['a', 'b', 'c', 'd']) {
      end(name);
      await settled();
    }
    await Promise.all(all);
    expect(reads.state).toEqual({ running: 0, waiting: 0, finished: 4, late: 0, refused: 0 });
  });

  test('addresses are served in turn, however many of one wait', async () => {
    const { began, start, end } = openReads(new LongReads({ places: 1, deadline: 5_000 }));
    const named = (name: string): Promise<string> => start(name, by(new Visitor(`192.0.2.${name[0]}`)));
    const all = ['1a', '1b', '1c', '1d', '2a', '2b', '3a'].map(named);
    await settled();
    for (const name of ['1a', '1b', '2a', '3a', '1c', '2b', '1d']) {
      expect(began.at(-1)).toBe(name);
      end(name);
      await settled();
    }
    expect(began).toHaveLength(7);
    await Promise.all(all);
  });

  test('an address that holds its share does not keep another from the place that is left', async () => {
    const { began, start, end } = openReads(new LongReads({ places: 2, ofAddress: 1, deadline: 5_000 }));
    const all = ['a1', 'a2', 'a3'].map((name) => start(name, by(new Visitor('192.0.2.1'))));
    all.push(start('b1', by(new Visitor('192.0.2.2'))));
    await settled();
    expect(began).toEqual(['a1', 'b1']);
    for (const name of ['b1', 'a1', 'a2', 'a3']) {
      end(name);
      await settled();
    }
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('an address that waits for too many is refused at once', async () => {
    const reads = new LongReads({ places: 1, deadline: 200 });
    const { start } = openReads(reads);
    const all = Array.from({ length: 101 }, (_, at) => start(`${at}`, by(new Visitor('192.0.2.1'))));
    for (const one of all) one.catch(() => undefined);
    expect(await refusal(start('one more', by(new Visitor('192.0.2.1'))))).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      message: `Too many reads that take long are under way; of this one, ${costliest} costs most. Try again, or ask for less at once.`,
    });
    await Promise.allSettled(all);
    expect(reads.state.refused).toBeGreaterThan(0);
  });
});

test('a read past its deadline is ended, and the error names what costs most', async () => {
  const reads = new LongReads({ places: 1, deadline: 100 });
  const { start } = openReads(reads);
  expect(await refusal(start('late', by()))).toEqual({
    status: 503,
    code: 'UNAVAILABLE',
    message: `The read took longer than 0.1 s and was ended: ${costliest} costs most. Ask for less at once, or filter by an indexed field.`,
  });
  expect(reads.state).toEqual({ running: 0, waiting: 0, finished: 0, late: 1, refused: 0 });
});

describe('reads of one operation', () => {
  /** A read that takes so many milliseconds. */
  function taking(reads: LongReads, milliseconds: number, time: ReadTime): Promise<string> {
    return reads.run({ costliest: part, time }, ({ begin }) =>
      Promise.race([
        delay(milliseconds, 'done'),
        new Promise<never>((_, reject) => begin(() => reject(new Error('It was ended.')))),
      ]),
    );
  }

  test('have one deadline, however many there are', async () => {
    const reads = new LongReads({ places: 2, deadline: 1_000 });
    const [time, other] = [new ReadTime(), new ReadTime()];
    expect(await taking(reads, 600, time)).toBe('done');
    const [second, ofAnother] = await Promise.all([
      refusal(taking(reads, 600, time)),
      taking(reads, 600, other),
    ]);
    expect(second).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      message: expect.stringContaining('took longer than 1 s'),
    });
    expect(ofAnother).toBe('done');
  });

  test('do not use it while they wait for a place', async () => {
    const reads = new LongReads({ places: 1, deadline: 1_000 });
    const [time, other] = [new ReadTime(), new ReadTime()];
    const both = [taking(reads, 600, other), taking(reads, 600, time)];
    expect(await Promise.all(both)).toEqual(['done', 'done']);
  });

  test('that run at once use it once', async () => {
    const reads = new LongReads({ places: 2, deadline: 1_000 });
    const time = new ReadTime();
    expect(await Promise.all([taking(reads, 600, time), taking(reads, 600, time)])).toEqual(['done', 'done']);
    expect(await taking(reads, 100, time)).toBe('done');
  });
});

test('what was ended says to wait for longer than clients that repeat reads do', async () => {
  const { start } = openReads(new LongReads({ places: 1, deadline: 100 }));
  // The read that only waited had no cost.
  expect(await Promise.allSettled([start('late', by()), start('waited', by())])).toMatchObject([
    { reason: { retryAfter: 300 } },
    { reason: { retryAfter: 1 } },
  ]);
});

test('a client that leaves takes no turn, and what runs for it is ended', async () => {
  const reads = new LongReads({ places: 1, deadline: 5_000 });
  const { began, start } = openReads(reads);
  const [first, second] = [new Visitor(), new Visitor()];
  const running = start('first', by(first));
  const waiting = start('second', by(second));
  await settled();
  second.leave();
  first.leave();
  expect(await Promise.all([refusal(running), refusal(waiting)])).toEqual([
    expect.objectContaining({ message: 'The client no longer waits for the response.' }),
    expect.objectContaining({ message: 'The client no longer waits for the response.' }),
  ]);
  expect(began).toEqual(['first']);
  expect(reads.state).toMatchObject({ running: 0, waiting: 0 });
});
