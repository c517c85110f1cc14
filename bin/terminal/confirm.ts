import { createInterface } from 'node:readline/promises';
import { printable } from './printable.js';

/** Asks somebody who sits at a terminal. Without one nobody is asked, and the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${printable(question, false)} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
