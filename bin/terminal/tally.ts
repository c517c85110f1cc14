/** What long work over many things says while it runs: a moving number on a terminal, now and then a plain line where stderr is none. */
export interface Tally {
  add(count: number): void;
  /** Takes the moving line away. */
  end(): void;
}

const drawEvery = 100;
const plainEvery = 10_000;

export function createTally(label: string, stream: NodeJS.WriteStream = process.stderr): Tally {
  let done = 0;
  let drawn = 0;
  return {
    add(count) {
      const before = done;
      done += count;
      if (!stream.isTTY) {
        if (Math.floor(done / plainEvery) > Math.floor(before / plainEvery))
          stream.write(`${label}: ${done}\n`);
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
