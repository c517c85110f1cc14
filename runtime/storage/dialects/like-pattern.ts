/** A pattern for `LIKE` with the escape character `\` that finds a text anywhere. */
export function likePattern(needle: string): string {
  return `%${likeText(needle)}%`;
}

/** A text in which every character means itself. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
