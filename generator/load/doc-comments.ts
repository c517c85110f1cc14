/** TSDoc comments by path: `collections.posts`, `collections.posts.fields.title`. */
export type DocComments = Readonly<Record<string, string>>;
