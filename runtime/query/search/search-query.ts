/** What a search asks for: its text after parsing. Free of a collection and of a database. */

/** A word: one term, or several that are side by side, as of a word in a script without spaces. */
export interface SearchWord {
  readonly terms: readonly string[];
  /** The last term is the beginning of one. */
  readonly isBeginning: boolean;
}

/** Words that are side by side in one field. */
export interface SearchPhrase {
  readonly words: readonly SearchWord[];
}

export interface SearchQuery {
  /** All are required, in the order of the text. A word outside of quotes is a phrase of one word. */
  readonly required: readonly SearchPhrase[];
  /** None may occur. */
  readonly excluded: readonly SearchPhrase[];
}

/** The terms of a phrase, in order. */
export function termsOfPhrase({ words }: SearchPhrase): readonly string[] {
  return words.flatMap(({ terms }) => terms);
}

/** Whether the last term of a phrase is a beginning. */
export function endsAsBeginning({ words }: SearchPhrase): boolean {
  return words.at(-1)?.isBeginning === true;
}
