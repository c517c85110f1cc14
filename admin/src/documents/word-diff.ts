/** A piece of two texts: in both, only in the new one, or only in the old one. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Cells of the table that is worth making: past it, a text counts as replaced whole. */
const largestTable = 4_000_000;

/** What has to be removed from and added to a text, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const old = wordsOf(before);
  const recent = wordsOf(after);
  const start = commonLength(old, recent, (words, index) => words[index]);
  const rest = [old.slice(start), recent.slice(start)] as const;
  const end = commonLength(...rest, (words, index) => words[words.length - 1 - index]);
  const middle = diffSequences(
    rest[0].slice(0, rest[0].length - end),
    rest[1].slice(0, rest[1].length - end),
  );
  return joined([
    ...old.slice(0, start).map((text): DiffPart => ({ kind: 'same', text })),
    ...middle,
    ...old.slice(old.length - end).map((text): DiffPart => ({ kind: 'same', text })),
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];
}

type WordAt = (words: readonly string[], index: number) => string | undefined;

function commonLength(one: readonly string[], other: readonly string[], at: WordAt): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length++;
  return length;
}

/** By the longest common subsequence. */
function diffSequences(old: readonly string[], recent: readonly string[]): DiffPart[] {
  const removed = (text: string): DiffPart => ({ kind: 'removed', text });
  const added = (text: string): DiffPart => ({ kind: 'added', text });
  if (old.length * recent.length > largestTable) return [...old.map(removed), ...recent.map(added)];
  const lengths = commonLengths(old, recent);
  const parts: DiffPart[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < recent.length) {
    const [word = '', next = ''] = [old[row], recent[column]];
    if (word === next) {
      parts.push({ kind: 'same', text: word });
      row++;
      column++;
    } else if (lengths.at(row + 1, column) >= lengths.at(row, column + 1)) {
      parts.push(removed(word));
      row++;
    } else {
      parts.push(added(next));
      column++;
    }
  }
  return [...parts, ...old.slice(row).map(removed), ...recent.slice(column).map(added)];
}

/** Length of the longest common subsequence of what follows each pair of positions. */
function commonLengths(
  old: readonly string[],
  recent: readonly string[],
): { at(row: number, column: number): number } {
  const width = recent.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = recent.length - 1; column >= 0; column--) {
      table[row * width + column] =
        old[row] === recent[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return { at };
}

/**
 * Neighbours of one kind become one part; what is removed stands before what is added in its place. Spaces alone between two changes
 * belong to them: words that only happen to stand apart read better as one change.
 */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach(({ kind, text }, index) => {
    const last = result.at(-1);
    const isChanging = removed !== '' || added !== '';
    const next = parts[index + 1];
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isChanging && text.trim() === '' && next !== undefined && next.kind !== 'same') {
      removed += text;
      added += text;
    } else if (!isChanging && last?.kind === 'same') {
      result[result.length - 1] = { kind, text: last.text + text };
    } else {
      flush();
      result.push({ kind, text });
    }
  });
  flush();
  return result;
}
