/** The conditions of a search on an entry of an index, for a requester: free of a database. */
import type { SearchDescriptor, SearchField } from '../../codegen/searched-fields.js';
import { endsAsBeginning, type SearchPhrase, type SearchQuery, termsOfPhrase } from './search-query.js';

/** Some of these fields has the terms side by side. Without fields it never holds. */
export interface SearchTest {
  /** Indexes in the descriptor. With a field, all of its group and weight are here. */
  readonly fields: readonly number[];
  readonly terms: readonly string[];
  /** The last term is the beginning of one. */
  readonly isBeginning: boolean;
}

export interface SearchCondition {
  /** All of them hold. */
  readonly required: readonly SearchTest[];
  /** None of them holds. */
  readonly excluded: readonly SearchTest[];
}

/** Whether every document that meets one test meets the other one, too. */
export function implies({ fields, terms, isBeginning }: SearchTest, other: SearchTest): boolean {
  const wanted = other.terms;
  return (
    fields.every((field) => other.fields.includes(field)) &&
    terms.some((_, at) => {
      const found = terms.slice(at, at + wanted.length);
      const isEnd = at + wanted.length === terms.length;
      return wanted.every((term, index) => {
        const isLast = index === wanted.length - 1;
        if (isLast && other.isBeginning) return found[index]?.startsWith(term) === true;
        return found[index] === term && !(isLast && isEnd && isBeginning);
      });
    })
  );
}

/** A part of a score: the value of the first test that holds. */
export interface ScorePart {
  readonly cases: readonly { readonly value: number; readonly tests: readonly SearchTest[] }[];
  /** The value where none holds. */
  readonly otherwise: number;
}

/** The condition of a query on the fields that a requester may read. */
export function searchCondition(query: SearchQuery, fields: readonly number[]): SearchCondition {
  const test = (phrase: SearchPhrase): SearchTest => ({
    fields,
    terms: termsOfPhrase(phrase),
    isBeginning: endsAsBeginning(phrase),
  });
  return { required: query.required.map(test), excluded: query.excluded.map(test) };
}

/**
 * The parts of the score of a document that meets the query: for each word the greatest weight of a field,
 * doubled for a whole word; and four times the greatest weight of a field with two terms in a row.
 */
export function scoreParts(
  query: SearchQuery,
  readable: readonly number[],
  { fields }: SearchDescriptor,
): readonly ScorePart[] {
  const byWeight = (weight: number): readonly number[] =>
    readable.filter((at) => weightOf(fields, at) === weight);
  const weights = [4, 3, 2, 1].filter((weight) => byWeight(weight).length > 0);
  const words = query.required.flatMap((phrase) => phrase.words);
  const parts = words.map((word): ScorePart => {
    const values = new Map<number, SearchTest[]>();
    for (const weight of weights) {
      const test = { fields: byWeight(weight), terms: word.terms };
      add(values, 2 * weight, { ...test, isBeginning: false });
      if (word.isBeginning) add(values, weight, { ...test, isBeginning: true });
    }
    return partOf(values);
  });
  const rows = inARow(query);
  if (rows.length === 0) return parts;
  const values = new Map<number, SearchTest[]>();
  for (const weight of weights)
    for (const row of rows) add(values, 4 * weight, { fields: byWeight(weight), ...row });
  return [...parts, { ...partOf(values, false), otherwise: 0 }];
}

function add(values: Map<number, SearchTest[]>, value: number, test: SearchTest): void {
  const tests = values.get(value) ?? [];
  tests.push(test);
  values.set(value, tests);
}

/** The document meets the query: where no greater value holds, the least one does. */
function partOf(values: ReadonlyMap<number, readonly SearchTest[]>, isMet = true): ScorePart {
  const cases = [...values].map(([value, tests]) => ({ value, tests })).sort((a, b) => b.value - a.value);
  const least = cases.at(-1);
  return isMet && least !== undefined
    ? { cases: cases.slice(0, -1), otherwise: least.value }
    : { cases, otherwise: 0 };
}

/** Two words of the query that follow each other, and words of several terms. */
function inARow(query: SearchQuery): readonly Omit<SearchTest, 'fields'>[] {
  const words = query.required.flatMap((phrase) => phrase.words);
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return [
      ...(word.terms.length > 1 ? [word] : []),
      ...(next === undefined || word.isBeginning
        ? []
        : [{ terms: [...word.terms, ...next.terms], isBeginning: next.isBeginning }]),
    ].map(({ terms, isBeginning }) => ({ terms, isBeginning }));
  });
}

function weightOf(fields: readonly SearchField[], at: number): number {
  return fields[at]?.weight ?? 0;
}
