/**
 * Random writers against a plain model: what is found, the scores and their order follow from the documents
 * alone, on whichever database; an index that was written to equals one that is built again.
 */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { buildIndex } from '../../runtime/documents/search/build-indexes.js';
import { parseSearchText } from '../../runtime/query/search/parse-search.js';
import { searchEntry } from '../../runtime/query/search/search-entry.js';
import type { SearchWord } from '../../runtime/query/search/search-query.js';
import { searchedTexts } from '../../runtime/query/search/searched-texts.js';
import { searchIndexes } from '../../runtime/storage/search/search-tables.js';
import { openDocuments, type TestDocuments } from '../support/documents.js';
import { draws } from '../support/draws.js';

const config: ServiceConfig = {
  collections: [
    {
      slug: 'notes',
      search: { fields: { title: 4, tags: 2, body: 1, 'rows.label': 2 } },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'body', type: 'textarea' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'rows', type: 'array', fields: [{ name: 'label', type: 'text' }] },
      ],
    },
  ],
};

const vocabulary = [
  'a',
  'ab',
  'abc',
  'Äbc',
  'b',
  'ba',
  'straße',
  'strasse',
  '東京都',
  '東',
  '都東京',
  'नमस्ते',
  'x-y',
  'مُحَمَّد',
];

/** Numbers from a seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof randomFrom>;
type Note = Record<string, unknown>;

const wordsOf = (random: Random, most: number): string =>
  Array.from({ length: random(most + 1) }, () => vocabulary[random(vocabulary.length)]).join(' ');

const note = (random: Random): Note => ({
  title: wordsOf(random, 3),
  body: wordsOf(random, 6),
  tags: Array.from({ length: random(3) }, () => wordsOf(random, 2) || 'a'),
  rows: Array.from({ length: random(3) }, () => ({ label: wordsOf(random, 2) })),
});

function queryOf(random: Random): string {
  const piece = (): string => {
    const words = wordsOf(random, 1) || 'ab';
    return [words, words, `${words}*`, `"${words} ${wordsOf(random, 1)}"`, `-${words}`][random(5)] ?? words;
  };
  return Array.from({ length: 1 + random(3) }, piece).join(' ');
}

/** The score of a document; null if it is not found. Written from the specification, without an index. */
function scoreOf(documents: TestDocuments, document: Note, text: string): number | null {
  const search = documents.contract.collections[0]?.search;
  if (search === undefined) throw new Error('No search.');
  const entry = searchEntry(search, searchedTexts(search, document as never));
  const { required, excluded } = parseSearchText(text);
  const has = (at: number, terms: readonly string[], isBeginning: boolean): boolean =>
    (entry[at] ?? []).some((_, from) =>
      terms.every((term, offset) => {
        const there = entry[at]?.[from + offset] ?? null;
        const isLast = offset === terms.length - 1;
        return there !== null && (isLast && isBeginning ? there.startsWith(term) : there === term);
      }),
    );
  const best = (terms: readonly string[], isBeginning: boolean): number =>
    Math.max(0, ...search.fields.map(({ weight }, at) => (has(at, terms, isBeginning) ? weight : 0)));
  const termsIn = (words: readonly SearchWord[]): readonly string[] => words.flatMap(({ terms }) => terms);
  const ends = (words: readonly SearchWord[]): boolean => words.at(-1)?.isBeginning === true;
  if (!required.every(({ words }) => best(termsIn(words), ends(words)) > 0)) return null;
  if (excluded.some(({ words }) => best(termsIn(words), ends(words)) > 0)) return null;
  const words = required.flatMap((phrase) => phrase.words);
  const single = words.map(({ terms, isBeginning }) =>
    Math.max(2 * best(terms, false), isBeginning ? best(terms, true) : 0),
  );
  const rows = words.flatMap((word, at) => {
    const next = words[at + 1];
    const own = word.terms.length > 1 ? [best(word.terms, word.isBeginning)] : [];
    return next === undefined || word.isBeginning
      ? own
      : [...own, best([...word.terms, ...next.terms], next.isBeginning)];
  });
  return single.reduce((sum, one) => sum + one, 0) + 4 * Math.max(0, ...rows);
}

/** The ids in the order of the model: by score, then as lists are sorted by default. */
function expected(documents: TestDocuments, all: readonly Note[], text: string): readonly unknown[] {
  return all
    .flatMap((document) => {
      const score = scoreOf(documents, document, text);
      return score === null ? [] : [{ score, document }];
    })
    .sort(
      (a, b) =>
        b.score - a.score || (String(a.document['createdAt']) < String(b.document['createdAt']) ? 1 : -1),
    )
    .map(({ document }) => document['id']);
}

async function allOf(documents: TestDocuments, draft: boolean): Promise<readonly Note[]> {
  return (await documents.list('notes', `limit=1000&draft=${draft}`)).docs;
}

test('random documents are found in the order of the model, in both views and by page and cursor', async () => {
  const seed = Number(process.env['SVC_TEST_SEED'] ?? 7);
  const random = randomFrom(seed);
  const documents = await openDocuments(config);
  const ids: string[] = [];
  for (let step = 0; step < 90; step += 1) {
    const id = ids[random(Math.max(1, ids.length))];
    const action = random(10);
    if (id === undefined || action < 4) ids.push((await documents.create('notes', note(random))).id);
    else if (action < 6) await documents.update('notes', id, note(random)).catch(() => undefined);
    else if (action < 8) await documents.saveDraft('notes', id, note(random)).catch(() => undefined);
    else if (action < 9) await documents.publish('notes', id).catch(() => undefined);
    else if (random(2) === 0) await documents.unpublish('notes', id).catch(() => undefined);
    else {
      await documents.remove('notes', id).catch(() => undefined);
      ids.splice(ids.indexOf(id), 1);
    }
  }
  for (const draft of [false, true]) {
    const all = await allOf(documents, draft);
    for (let draw = draws(90); draw > 0; draw -= 1) {
      const text = queryOf(random);
      if (!parses(text)) continue;
      const wanted = expected(documents, all, text);
      const search = `search=${encodeURIComponent(text)}&draft=${draft}&select=createdAt`;
      const { docs, totalDocs } = await documents.list('notes', `${search}&limit=1000`);
      expect({ seed, text, draft, ids: docs.map(({ id }: Note) => id) }).toEqual({
        seed,
        text,
        draft,
        ids: wanted,
      });
      expect(totalDocs).toBe(wanted.length);
      if (draw % 5 > 0) continue;
      const paged: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await documents.list('notes', `${search}&limit=3&cursor=${cursor}`);
        paged.push(...page.docs.map(({ id }: Note) => id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(wanted);
    }
  }
  await expectSameWhenRebuilt(documents, random);
}, 60_000);

/** Every query finds the same in an index that is built again. */
async function expectSameWhenRebuilt(documents: TestDocuments, random: Random): Promise<void> {
  const texts = Array.from({ length: 20 }, () => queryOf(random)).filter(parses);
  const found = async (): Promise<unknown> =>
    Promise.all(
      texts.flatMap((text) =>
        [false, true].map(async (draft) => {
          const search = `search=${encodeURIComponent(text)}&draft=${draft}&limit=1000`;
          return (await documents.list('notes', search)).docs.map(({ id }: Note) => id);
        }),
      ),
    );
  const before = await found();
  for (const index of searchIndexes(documents.contract)) {
    const ids = `SELECT count(*) AS n FROM ${documents.driver.dialect.search.idsTable(index.search.table)}`;
    const indexed = Number((await documents.driver.get(ids, []))?.['n']);
    const { documents: rebuilt, removed } = await buildIndex(documents.driver, index);
    expect({ indexed, removed }).toEqual({ indexed: rebuilt, removed: 0 });
  }
  expect(await found()).toEqual(before);
}

function parses(text: string): boolean {
  try {
    parseSearchText(text);
    return true;
  } catch {
    return false;
  }
}
