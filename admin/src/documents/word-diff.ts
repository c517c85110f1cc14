import { type DiffKind, diffItems } from './item-diff.js';

/** A piece of two texts: in both, only in the new one, or only in the old one. */
export interface DiffPart {
  readonly kind: DiffKind;
  readonly text: string;
}

/** Returns what has to be removed from and added to a text, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const words = diffItems(wordsOf(before), wordsOf(after), (word) => word);
  return joined(words.map(({ kind, item }) => ({ kind, text: item })));
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];
}

/**
 * Joins adjacent parts of one kind; what is removed precedes what replaces it. White space between two
 * changes belongs to them, so that changes separated only by spaces are shown as one.
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
