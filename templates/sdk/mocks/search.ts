/**
 * What mocks find by `search`: words, beginnings, phrases and exclusions, with the scores of the service.
 * Words of scripts without spaces are compared as a whole.
 */
import { isData } from './paths.js';
import type { Data } from './schema.js';

/** Weights by paths. */
export type Searched = Readonly<Record<string, number>>;

interface Phrase {
  readonly words: readonly string[];
  /** The last word is a beginning. */
  readonly isBeginning: boolean;
}

interface Query {
  readonly required: readonly Phrase[];
  readonly excluded: readonly Phrase[];
}

const piece = /((?<![^\s"])-)?(?:"([^"]*)"|([^\s"]+))/gu;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const spelled: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ς: 'σ' },
};

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßøłđæœþıς]/g, (letter) => spelled[letter] ?? letter);
}

function wordsOf(text: string): readonly string[] {
  return folded(text).match(word) ?? [];
}

/** The parts of a text; null where no word is required. */
export function queryOf(text: string): Query | null {
  const required: Phrase[] = [];
  const excluded: Phrase[] = [];
  let isOpen = false;
  for (const [, minus, quoted, run = ''] of text.matchAll(piece)) {
    const into = minus ? excluded : required;
    const words = wordsOf(quoted ?? run);
    if (words.length === 0) continue;
    if (quoted !== undefined) into.push({ words, isBeginning: false });
    else for (const one of words) into.push({ words: [one], isBeginning: run.endsWith('*') });
    isOpen = !minus && quoted === undefined;
  }
  const last = required[required.length - 1];
  if (last === undefined) return null;
  if (isOpen && (last.words[0]?.length ?? 0) > 1)
    required[required.length - 1] = { ...last, isBeginning: true };
  return { required, excluded };
}

/** The score of a document; 0 where it is not found. */
export function scoreOf(document: Data, fields: Searched, { required, excluded }: Query): number {
  const entries = Object.entries(fields).map(([path, weight]) => ({
    weight,
    texts: textsAt(document, path.split('.')).map(wordsOf),
  }));
  /** The greatest weight of a field with a phrase; 0 where none has it. */
  const best = (phrase: Phrase): number =>
    Math.max(
      0,
      ...entries.map(({ weight, texts }) => (texts.some((text) => holds(text, phrase)) ? weight : 0)),
    );
  if (excluded.some((phrase) => best(phrase) > 0)) return 0;
  if (required.some((phrase) => best(phrase) === 0)) return 0;
  const words = required.flatMap(({ words: all, isBeginning }) =>
    all.map((one, at) => ({ words: [one], isBeginning: isBeginning && at === all.length - 1 })),
  );
  const single = words.reduce(
    (sum, one) => sum + Math.max(2 * best({ ...one, isBeginning: false }), best(one)),
    0,
  );
  const inARow = words.slice(1).map((next, at) => {
    const before = words[at];
    return before === undefined || before.isBeginning
      ? 0
      : best({ words: [...before.words, ...next.words], isBeginning: next.isBeginning });
  });
  return single + 4 * Math.max(0, ...inARow);
}

function holds(text: readonly string[], { words, isBeginning }: Phrase): boolean {
  return text.some((_, at) =>
    words.every((one, offset) => {
      const there = text[at + offset];
      return isBeginning && offset === words.length - 1 ? there?.startsWith(one) : there === one;
    }),
  );
}

/** `_highlights` of a document: the beginning of each text, and the words in it that were found. */
export function highlightsOf(document: Data, fields: Searched, { required }: Query): Data {
  const marks: Data = {};
  for (const path of Object.keys(fields)) {
    const pieces = textsAt(document, path.split('.')).flatMap((whole) => {
      const text = whole.slice(0, 160);
      const found = [...text.matchAll(word)].filter(([run]) => {
        const [own = ''] = wordsOf(run);
        return required.some(({ words, isBeginning }) =>
          words.some((one, at) =>
            isBeginning && at === words.length - 1 ? own.startsWith(one) : own === one,
          ),
        );
      });
      const ranges = found.map(({ 0: run, index }) => [index, index + run.length]);
      return ranges.length === 0 ? [] : [{ text, marks: ranges }];
    });
    if (pieces.length > 0) marks[path] = pieces.slice(0, 3);
  }
  return marks;
}

function textsAt(value: unknown, [name, ...rest]: readonly string[]): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => textsAt(item, name === undefined ? [] : [name, ...rest]));
  if (name !== undefined) return isData(value) ? textsAt(value[name], rest) : [];
  if (typeof value === 'string') return value === '' ? [] : [value];
  return isData(value) ? Object.values(value).flatMap((item) => textsIn(item)) : [];
}

/** The texts of rich text. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isData(value)) return [];
  return typeof value['text'] === 'string' ? [value['text']] : Object.values(value).flatMap(textsIn);
}
