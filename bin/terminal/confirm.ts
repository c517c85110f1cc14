import { askLine, isAsking } from './ask-line.js';

/** Prompts on a terminal. Without one there is no prompt, and the result is no. */
export async function confirm(question: string): Promise<boolean> {
  if (!isAsking()) return false;
  const answer = await askLine(`${question} [y/N] `);
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}
