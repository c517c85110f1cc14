/** What the serving process tells the command that started it, once. */
export type WorkerReport =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };
