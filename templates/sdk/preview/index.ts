/** Live previews: what a page in a frame of the dashboard learns of the form. */
import type { WriteOptions } from '../options.js';

/** What the form contains, before it is saved. Its values are not checked yet. */
export interface PreviewedDocument<Slug, Document> {
  readonly type: 'document';
  readonly slug: Slug;
  readonly id: string;
  /** Relations are ids. */
  readonly document: Document;
  /** The revision that the form is based on. */
  readonly revision: number;
}

/** The document was saved: what the page reads from the service is new. */
export interface PreviewSaved<Slug> {
  readonly type: 'saved';
  readonly slug: Slug;
  readonly id: string;
  readonly revision: number;
}

/** What a page learns, by the documents of its service. */
export type PreviewEvent<Documents> = {
  [Slug in keyof Documents]: PreviewedDocument<Slug, Documents[Slug]> | PreviewSaved<Slug>;
}[keyof Documents];

/** Whose messages are read. */
export interface PreviewOptions {
  /** The origin of the dashboard: `https://cms.example.com`. Messages of all others are ignored. */
  readonly origin: string;
}

interface Message {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** What is needed of a window. */
interface Frame {
  readonly parent: { postMessage(message: object, origin: string): void };
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  removeEventListener(type: 'message', listener: (event: Message) => void): void;
}

/** The function that projects get, with the types of their documents. */
export function onPreviewOf<Documents>(
  callback: (event: PreviewEvent<Documents>) => void,
  { origin }: PreviewOptions,
): () => void {
  if (!/^https?:\/\/[^/*]+$/.test(origin)) {
    throw new TypeError(
      `onPreview: "${origin}" is not the origin of one dashboard, such as https://cms.example.com`,
    );
  }
  const frame = globalThis as unknown as Frame;
  const listen = ({ origin: from, source, data }: Message): void => {
    if (from !== origin || source !== frame.parent) return;
    const { type, ...event } = (data ?? {}) as { readonly type?: unknown };
    if (type !== 'svc:document' && type !== 'svc:saved') return;
    callback({ type: type.slice(4), ...event } as unknown as PreviewEvent<Documents>);
  };
  frame.addEventListener('message', listen);
  // The dashboard then sends the document at once. A page in a tab of its own has nobody to tell.
  if (frame.parent !== (frame as unknown)) frame.parent.postMessage({ type: 'svc:ready' }, origin);
  return () => frame.removeEventListener('message', listen);
}

/**
 * The options of an update that saves a draft while its editor types: within ten minutes such saves of a user
 * share one version.
 *
 * @example
 * await client.posts.update(id, { title }, autosave({ ifMatch: post._revision }));
 */
export function autosave(options: Omit<WriteOptions, 'draft' | 'headers'> = {}): WriteOptions<true> {
  return { ...options, draft: true, headers: { 'x-autosave': 'true' } };
}
