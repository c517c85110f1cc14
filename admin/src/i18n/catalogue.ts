/** The texts of one area in one language: a string, or a function of its parameters. */
export interface Catalogue {
  readonly [key: string]: string | ((...values: never[]) => string);
}

/** The same keys with the same parameters, in another language. */
export type Translated<C extends Catalogue> = {
  readonly [K in keyof C]: C[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

/** The texts of one area in every language. */
export interface Texts<C extends Catalogue> {
  readonly en: C;
  readonly de: Translated<C>;
}

export type LanguageName = keyof Texts<Catalogue>;

export const languageNames: readonly LanguageName[] = ['en', 'de'];

/**
 * Joins the catalogues of an area; a missing key is a type error.
 *
 * @example
 * export const usersTexts = textsOf(en, de);
 * // In a component:
 * const t = useTexts(usersTexts);
 * return <Button>{t.unlock}</Button>;
 */
export function textsOf<C extends Catalogue>(en: C, de: Translated<C>): Texts<C> {
  return { en, de };
}
