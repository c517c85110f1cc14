import { text } from 'node:stream/consumers';
import { UsageError } from '../command-error.js';

/**
 * The password that an option names: itself, or for `-` the first line of the standard input, so that it stands neither in the
 * list of processes nor in the shell's history.
 */
export async function readPassword(
  option: string,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string> {
  if (option !== '-') return option;
  const [line = ''] = (await text(input)).split(/\r?\n/);
  if (line === '')
    throw new UsageError('-p - reads the password from the standard input, and there was none');
  return line;
}
