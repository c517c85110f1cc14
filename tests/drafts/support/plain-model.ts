/**
 * The meaning of drafts, on plain objects: written only from docs/spec/contract.md#drafts. A document
 * consists of its published content, its content in the draft view, and its stored versions.
 */

/** The fields of a document; fields of groups by their path. */
export interface Content {
  readonly title: string | null;
  readonly rank: number | null;
  readonly code: string | null;
  readonly next: string | null;
  readonly 'seo.word': string | null;
  readonly 'seo.text': string | null;
}

export type Change = Partial<Content>;

export interface PlainDocument {
  readonly id: string;
  published: { content: Content; revision: number } | null;
  merged: { content: Content; revision: number };
  readonly versions: Content[];
}

export const emptyContent: Content = {
  title: null,
  rank: null,
  code: null,
  next: null,
  'seo.word': null,
  'seo.text': null,
};

/** Why a write is refused. */
export type Refusal = 'required' | 'unique' | 'nothing published' | 'moved on';

export type PlainModel = Map<string, PlainDocument>;

/** Whether another document uses this code, published or in a draft. */
export function isTaken(model: PlainModel, id: string | null, code: string | null): boolean {
  if (code === null) return false;
  return [...model.values()].some(
    (one) => one.id !== id && (one.published?.content.code === code || one.merged.content.code === code),
  );
}

export function create(model: PlainModel, id: string, content: Content, isDraft: boolean): void {
  model.set(id, {
    id,
    published: isDraft ? null : { content, revision: 1 },
    merged: { content, revision: 1 },
    versions: [content],
  });
}

/**
 * A PATCH without `X-Draft`: changes both views and keeps the other pending fields. It publishes a document
 * that was never published.
 */
export function change(document: PlainDocument, change: Change): Refusal | null {
  const base = document.published?.content ?? document.merged.content;
  const content = { ...base, ...change };
  if (content.title === null) return 'required';
  const revision = document.merged.revision + 1;
  document.merged = {
    content: document.published === null ? content : { ...document.merged.content, ...change },
    revision,
  };
  document.published = { content, revision };
  document.versions.push(content);
  return null;
}

export function save(document: PlainDocument, change: Change): void {
  document.merged = {
    content: { ...document.merged.content, ...change },
    revision: document.merged.revision + 1,
  };
  document.versions.push(document.merged.content);
}

/** Returns null if the publication is valid; without a pending draft the service may skip the write. */
export function publish(document: PlainDocument): Refusal | null {
  const { content } = document.merged;
  if (content.title === null) return 'required';
  const revision = document.merged.revision + 1;
  document.published = { content, revision };
  document.merged = { content, revision };
  document.versions.push(content);
  return null;
}

export function unpublish(document: PlainDocument): void {
  if (document.published === null) return;
  document.published = null;
  document.merged = { ...document.merged, revision: document.merged.revision + 1 };
}

export function discard(document: PlainDocument): Refusal | null {
  if (document.published === null) return 'nothing published';
  document.merged = { content: document.published.content, revision: document.merged.revision + 1 };
  return null;
}

export function hasPendingFields({ published, merged }: PlainDocument): boolean {
  return JSON.stringify(published?.content) !== JSON.stringify(merged.content);
}

export interface Shown {
  readonly id: string;
  readonly content: Content;
  readonly revision: number;
  readonly status: 'draft' | 'published';
  /** Whether published content has unpublished changes; absent in the published view. */
  readonly pending?: boolean;
}

/** The documents of a view, by id. */
export function viewOf(model: PlainModel, view: 'published' | 'merged'): ReadonlyMap<string, Shown> {
  const shown = [...model.values()].flatMap((document): readonly Shown[] => {
    const found = view === 'merged' ? document.merged : document.published;
    if (found === null) return [];
    const status = document.published === null ? 'draft' : 'published';
    const pending = status === 'published' && hasPendingFields(document);
    return [{ id: document.id, ...found, status, ...(view === 'merged' && { pending }) }];
  });
  return new Map(shown.map((one) => [one.id, one]));
}
