import { coloursFor } from './colours.js';
import { printable } from './printable.js';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const frameMilliseconds = 80;

/**
 * Runs `work` while an animated line on stderr says what is being done. If stderr is not a terminal nothing
 * is written: the command's own result lines then say what was done. Notes of `work` are printed on a line of
 * their own in both cases.
 */
export async function withProgress<T>(
  label: string,
  work: (note: (text: string) => void) => Promise<T>,
): Promise<T> {
  const stream = process.stderr;
  if (!stream.isTTY) return await work((text) => void stream.write(`${printable(text, false)}\n`));
  const colours = coloursFor(stream);
  let frame = 0;
  const draw = (): void => {
    stream.write(`\r\u001b[2K${colours.cyan(frames[frame % frames.length] ?? '')} ${label}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, frameMilliseconds);
  timer.unref();
  try {
    return await work((text) => void stream.write(`\r\u001b[2K${printable(text, false)}\n`));
  } finally {
    clearInterval(timer);
    stream.write('\r\u001b[2K');
  }
}
