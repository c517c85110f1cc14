/** A label within a sentence: `Blog posts` becomes `blog posts`, `FAQ` stays. */
export function phrase(label: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** A label with its article: `an author`. */
export function one(label: string): string {
  return `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${phrase(label)}`;
}

/** A name inside another one: `posts` becomes `Posts`. */
export function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
