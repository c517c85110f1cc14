/** Positions of an item in the older and in the newer of two lists. */
export type Pair = readonly [before: number, after: number];

/**
 * Max number of cells of the table. Above it, only the common beginning and the common end of the lists are
 * matched.
 */
const maxTableSize = 4_000_000;

/** Returns the longest common subsequence of two lists, as pairs of positions in their order. */
export function commonSequence(before: readonly string[], after: readonly string[]): Pair[] {
  const start = commonStart(before, after, (items, index) => items[index]);
  const rest = [before.slice(start), after.slice(start)] as const;
  const end = commonStart(...rest, (items, index) => items[items.length - 1 - index]);
  const middle = commonInside(rest[0].slice(0, rest[0].length - end), rest[1].slice(0, rest[1].length - end));
  return [
    ...Array.from({ length: start }, (_, index): Pair => [index, index]),
    ...middle.map(([one, other]): Pair => [start + one, start + other]),
    ...Array.from(
      { length: end },
      (_, index): Pair => [before.length - end + index, after.length - end + index],
    ),
  ];
}

type ItemAt = (items: readonly string[], index: number) => string | undefined;

function commonStart(one: readonly string[], other: readonly string[], at: ItemAt): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length++;
  return length;
}

function commonInside(before: readonly string[], after: readonly string[]): Pair[] {
  if (before.length * after.length > maxTableSize) return [];
  const lengths = commonLengths(before, after);
  const pairs: Pair[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) pairs.push([row++, column++]);
    else if (lengths.at(row + 1, column) >= lengths.at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** Returns the length of the longest common subsequence of the rest after each pair of positions. */
function commonLengths(
  before: readonly string[],
  after: readonly string[],
): { at(row: number, column: number): number } {
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      table[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return { at };
}
