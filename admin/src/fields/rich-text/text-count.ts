/** Words that are read in a minute. */
const pace = 220;

/** Returns the words of a text, and the minutes that reading takes: 1 at least, 0 without words. */
export function countText(text: string): { readonly words: number; readonly minutes: number } {
  const words = text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return { words, minutes: words === 0 ? 0 : Math.max(1, Math.round(words / pace)) };
}
