import { Interrupted } from '../command-error.js';
import { askLine, isAsking } from './ask-line.js';

/**
 * Asks for a line on a terminal. Returns `fallback` if the line is empty, or without a terminal.
 *
 * @throws Interrupted where the input ends without a line
 */
export async function askText(question: string, fallback: string): Promise<string> {
  if (!isAsking()) return fallback;
  const text = await askLine(`${question} (${fallback}): `);
  if (text === null) throw new Interrupted('SIGINT');
  return text.trim() === '' ? fallback : text.trim();
}
