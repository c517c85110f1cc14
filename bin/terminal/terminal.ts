import { type Colours, coloursFor } from './colours.js';
import { printable } from './printable.js';

/** Where a command writes: results to stdout, errors and progress to stderr. */
export interface Terminal {
  readonly colours: Colours;
  readonly errorColours: Colours;
  /** Whether stdout is a terminal. */
  readonly interactive: boolean;
  /** One line of result. */
  line(text: string): void;
  /** One line of error. */
  error(text: string): void;
  /** Machine-readable result: one line of JSON. */
  json(value: unknown): void;
}

/** The process's own streams. */
export function processTerminal(): Terminal {
  const colours = coloursFor(process.stdout);
  return {
    colours,
    errorColours: coloursFor(process.stderr),
    interactive: process.stdout.isTTY === true,
    line: (text) => void process.stdout.write(`${printable(text, colours.on)}\n`),
    error: (text) => void process.stderr.write(`${printable(text, false)}\n`),
    json: (value) => void process.stdout.write(`${JSON.stringify(value)}\n`),
  };
}
