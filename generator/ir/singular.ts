const irregular: Readonly<Record<string, string>> = {
  children: 'child',
  criteria: 'criterion',
  feet: 'foot',
  heroes: 'hero',
  men: 'man',
  mice: 'mouse',
  movies: 'movie',
  cookies: 'cookie',
  caches: 'cache',
  people: 'person',
  phenomena: 'phenomenon',
  potatoes: 'potato',
  quizzes: 'quiz',
  teeth: 'tooth',
  tomatoes: 'tomato',
  women: 'woman',
};

/** Words that end in `s` and are singular, or the same in singular and plural. */
const unchanged = /(?:ss|us|is|news|series|species|means|canvas|atlas|alias|bias|gas|lens|always)$/;

/**
 * The singular of an English plural by a few plain rules: `posts` → `post`, `categories` → `category`,
 * `classes` → `class`, `people` → `person`. A word that fits no rule stays as it is; `labels.singular` of the
 * config overrides the result.
 */
export function singular(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return known;
  if (!word.endsWith('s') || word.length < 3 || unchanged.test(word)) return word;
  if (/(?:ss|x|zz|ch|sh|ias|[^aeiou]us)es$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}
