import type { MarkedText } from './marked.js';

/** Max characters before the first found word: so that it is seen where a line is cut at its end. */
const maxLead = 20;

/** Leaves out the beginning of a piece where its first found word is far from it. */
export function shortenedHighlight({ text, marks }: MarkedText): MarkedText {
  const [[first] = [0]] = marks;
  if (first <= maxLead) return { text, marks };
  const space = text.indexOf(' ', first - maxLead);
  const begin = space < 0 || space >= first ? first : space + 1;
  const moved = begin - ellipsis.length;
  return {
    text: `${ellipsis}${text.slice(begin)}`,
    marks: marks.map(([from, to]) => [from - moved, to - moved] as const),
  };
}

const ellipsis = '… ';
