import { createInterface } from 'node:readline/promises';
import { printable } from './printable.js';

/** Asks for a line on a terminal. Returns `fallback` if the line is empty, or without a terminal. */
export async function askText(question: string, fallback: string): Promise<string> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return fallback;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const text = await reader.question(`${printable(`${question} (${fallback})`, false)}: `);
    return text.trim() === '' ? fallback : text.trim();
  } finally {
    reader.close();
  }
}
