import { randomFillSync } from 'node:crypto';
import { type Clock, systemClock } from './clock.js';

/** Makes ids. */
export type IdSource = () => string;

const poolSize = 4096;
const bytesPerId = 10;
const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A source of UUIDv7 strings (RFC 9562): 48 bits of time, then 74 random bits. Ids of one source grow
 * strictly, also within a millisecond and when the clock steps back, so that documents made one after the
 * other keep their order: the 12 bits after the time count up from a random start, and an overflow borrows
 * from the next millisecond.
 */
export function createIdSource(clock: Clock = systemClock): IdSource {
  const pool = new Uint8Array(poolSize);
  let used = poolSize;
  let lastTime = 0;
  let counter = 0;

  return function nextId(): string {
    if (used + bytesPerId > poolSize) {
      randomFillSync(pool);
      used = 0;
    }
    const at = used;
    used += bytesPerId;

    const now = clock();
    if (now > lastTime) {
      lastTime = now;
      // The top bit starts at 0, so that at least 2,048 ids of this millisecond follow in order.
      counter = ((byte(pool, at) << 8) | byte(pool, at + 1)) & 0x7ff;
    } else if (counter < 0xfff) {
      counter += 1;
    } else {
      lastTime += 1;
      counter = 0;
    }
    return format(lastTime, counter, pool, at + 2);
  };
}

function format(time: number, counter: number, random: Uint8Array, at: number): string {
  const high = Math.floor(time / 0x1_0000_0000);
  const low = time >>> 0;
  return (
    pair(high >>> 8) +
    pair(high) +
    pair(low >>> 24) +
    pair(low >>> 16) +
    '-' +
    pair(low >>> 8) +
    pair(low) +
    '-' +
    pair(0x70 | (counter >>> 8)) +
    pair(counter) +
    '-' +
    pair(0x80 | (byte(random, at) & 0x3f)) +
    pair(byte(random, at + 1)) +
    '-' +
    pair(byte(random, at + 2)) +
    pair(byte(random, at + 3)) +
    pair(byte(random, at + 4)) +
    pair(byte(random, at + 5)) +
    pair(byte(random, at + 6)) +
    pair(byte(random, at + 7))
  );
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function pair(value: number): string {
  return hex[value & 0xff] ?? '00';
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Whether a text can be the id of a document: a UUIDv7 in lower case, as {@link createIdSource} writes it.
 */
export function isDocumentId(text: string): boolean {
  return text.length === 36 && idPattern.test(text);
}
