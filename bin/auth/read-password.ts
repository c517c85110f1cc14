import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Interrupted, UsageError } from '../command-error.js';

/**
 * The password of an option: the value itself, or for `-` the first line of the standard input, so that it
 * appears neither in the list of processes nor in the shell's history. On a terminal there is a prompt, and
 * the input stays hidden.
 */
export async function readPassword(option: string): Promise<string> {
  if (option !== '-') return option;
  const line = await firstLine();
  if (line === '') throw new UsageError('-p - reads the password from standard input, but it was empty');
  return line;
}

async function firstLine(): Promise<string> {
  const { isTTY } = process.stdin;
  // A terminal shows what the interface echoes; this discards it.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: isTTY });
  if (isTTY) process.stderr.write('Password: ');
  try {
    return await new Promise((fulfil, reject) => {
      reader.once('line', fulfil);
      reader.once('SIGINT', () => reject(new Interrupted('SIGINT')));
      // The end of the input.
      reader.once('close', () => fulfil(''));
    });
  } finally {
    reader.close();
    if (isTTY) process.stderr.write('\n');
  }
}
