/**
 * The progress of long work over many items: an updated number on a terminal, else a plain line now and then.
 */
export interface Tally {
  add(count: number): void;
  /** Removes the progress line. */
  end(): void;
}

const drawEvery = 100;
const plainEvery = 10_000;

/** @param every - after so many items a stream that is no terminal gets a line. */
export function createTally(
  label: string,
  stream: NodeJS.WriteStream = process.stderr,
  every: number = plainEvery,
): Tally {
  let done = 0;
  let drawn = 0;
  return {
    add(count) {
      const before = done;
      done += count;
      if (!stream.isTTY) {
        if (Math.floor(done / every) > Math.floor(before / every)) stream.write(`${label}: ${done}\n`);
        return;
      }
      const now = performance.now();
      if (now - drawn < drawEvery) return;
      drawn = now;
      stream.write(`\r\u001b[2K${label}: ${done}`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001b[2K');
    },
  };
}
