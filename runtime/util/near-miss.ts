/** A parameter of a message: the known name that is close to a misspelt one, if there is one. */
export interface Near {
  readonly near?: string;
}

/** Returns the known name that is close to a misspelt one, for a message. */
export function nearTo(name: string, known: Iterable<string>): Near {
  return suggested(nearestName(name, known));
}

/** Returns a name that was found, for a message. */
export function suggested(nearest: string | null): Near {
  return nearest === null ? {} : { near: nearest };
}

/** The closest way to sort: what many services write as `-title` is `title_desc` here. */
export function nearestSort(term: string, known: Iterable<string>): string | null {
  if (!term.startsWith('-')) return nearestName(term, known);
  const nearest = nearestName(term.slice(1), known);
  return nearest && `${nearest}_desc`;
}

/**
 * The known name that is closest to a misspelt one: at most a third of its letters differ, or its number
 * does.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > 64) return null;
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (stemOf(candidate) === stemOf(name)) return candidate;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** A word without what its plural adds: `category` and `categories` have one stem. */
function stemOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$|(?<!s)s$/, '');
}

/** Insertions, deletions, changes and swaps of neighbours that lead from one text to the other. */
function editDistance(from: string, to: string): number {
  let twoBack: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (twoBack[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    twoBack = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}
