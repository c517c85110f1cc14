import { createInterface } from 'node:readline/promises';
import { printable } from './printable.js';

/** Prompts on a terminal. Without one there is no prompt, and the result is no. */
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
