import { createInterface } from 'node:readline/promises';
import { Interrupted } from '../command-error.js';
import { printable } from './printable.js';

/** Whether a question would reach a person. */
export function isAsking(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks for a line on a terminal. Null at the end of the input (Ctrl+D).
 *
 * @throws Interrupted by Ctrl+C
 */
export async function askLine(question: string): Promise<string | null> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const interruption = new AbortController();
  reader.once('SIGINT', () => interruption.abort());
  const ended = new Promise<null>((resolve) => reader.once('close', () => resolve(null)));
  try {
    const { signal } = interruption;
    return await Promise.race([reader.question(printable(question, false), { signal }), ended]);
  } catch (error) {
    if (interruption.signal.aborted) throw new Interrupted('SIGINT');
    if (error instanceof Error && error.name === 'AbortError') return null;
    throw error;
  } finally {
    reader.close();
    // The cursor is behind the question otherwise.
    if (interruption.signal.aborted) process.stderr.write('\n');
  }
}
