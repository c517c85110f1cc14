/**
 * A small cache of the values made from the most recent texts. The rows of a statement use its texts in the
 * same order again and again, so the next text is usually the next entry; a map would have to hash the whole
 * text.
 */
export function createRecent<T>(size: number, make: (text: string) => T): (text: string) => T {
  const kept: { readonly text: string; readonly made: T }[] = [];
  let at = 0;
  let oldest = 0;
  return (text) => {
    for (let steps = 0; steps < kept.length; steps += 1) {
      const one = kept[at];
      at = at + 1 < kept.length ? at + 1 : 0;
      if (one !== undefined && one.text === text) return one.made;
    }
    const made = make(text);
    kept[oldest] = { text, made };
    oldest = (oldest + 1) % size;
    return made;
  };
}
