import { coloursFor } from './colours.js';

/** The progress of work on a table. */
export interface BarProgress {
  readonly table: string;
  readonly step: string;
  readonly rows: number;
  readonly total: number;
}

export interface ProgressBar {
  show(progress: BarProgress): void;
  /** Removes the bar. */
  end(): void;
}

const width = 30;

/** A bar on stderr if that is a terminal; else a line for each finished table. */
export function progressBar(line: (text: string) => void): ProgressBar {
  const stream = process.stderr;
  if (!stream.isTTY) {
    return {
      show: ({ table, step, rows, total }) => {
        if (rows >= total) line(`${step} ${table}: ${rows}`);
      },
      end: () => {},
    };
  }
  const colours = coloursFor(stream);
  return {
    show({ table, step, rows, total }) {
      const filled = total === 0 ? width : Math.min(width, Math.round((rows / total) * width));
      const bar = `${colours.cyan('█'.repeat(filled))}${colours.dim('░'.repeat(width - filled))}`;
      stream.write(`\r\u001b[2K${bar} ${step} ${table} ${rows}/${total}`);
    },
    end: () => void stream.write('\r\u001b[2K'),
  };
}
