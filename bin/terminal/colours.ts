import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

/** Colours text for one stream, or leaves it unchanged. */
export interface Colours {
  readonly on: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

type Format = Parameters<typeof styleText>[0];

/** Colours only on a terminal, and never if NO_COLOR is set (https://no-color.org). */
export function coloursFor(
  stream: Pick<WriteStream, 'isTTY'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Colours {
  const on = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const painter = (format: Format) => (text: string) =>
    on ? styleText(format, text, { validateStream: false }) : text;
  return {
    on,
    bold: painter('bold'),
    dim: painter('dim'),
    red: painter('red'),
    green: painter('green'),
    yellow: painter('yellow'),
    cyan: painter('cyan'),
  };
}
