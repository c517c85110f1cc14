/** A hand-written contract, as the emitter would describe it, for tests of the SDK's fixed part. */
import { connect } from '../../templates/sdk/client.js';
import type { CollectionMethods, GlobalMethods } from '../../templates/sdk/collection.js';
import type { CollectionDocument, GlobalDocument } from '../../templates/sdk/documents.js';
import type { DocumentFilters, NumberFilter, TextFilter } from '../../templates/sdk/filters.js';
import type { ClientContract } from '../../templates/sdk/methods.js';
import type { ClientOptions } from '../../templates/sdk/options.js';
import type { CollectionShape, DocumentShape } from '../../templates/sdk/shape.js';

export interface Note extends CollectionDocument {
  title: string;
  views: number | null;
}

interface NoteData {
  title: string;
  views?: number | null | undefined;
}

interface NoteFilters extends DocumentFilters {
  title: TextFilter;
  views: NumberFilter;
}

export interface NoteShape extends CollectionShape {
  document: Note;
  create: NoteData;
  update: { title?: string | undefined; views?: number | null | undefined };
  filters: NoteFilters;
  relations: object;
  links: object;
  paths: keyof NoteFilters | '_revision';
  sort: 'title' | 'views';
  draft: boolean;
}

export interface Motto extends GlobalDocument {
  text: string | null;
}

interface MottoShape extends DocumentShape {
  document: Motto;
  update: { text?: string | null };
  links: object;
  paths: 'text';
  draft: boolean;
}

interface Collections<Safe extends boolean = false> {
  readonly notes: CollectionMethods<NoteShape, Safe>;
  readonly plainNotes: CollectionMethods<NoteShape, Safe>;
  readonly oldNotes: CollectionMethods<NoteShape, Safe>;
  readonly constructor: CollectionMethods<NoteShape, Safe>;
  readonly toString: CollectionMethods<NoteShape, Safe>;
  readonly find: CollectionMethods<NoteShape, Safe>;
}

interface Globals<Safe extends boolean = false> {
  readonly siteMotto: GlobalMethods<MottoShape, Safe>;
}

export interface NotesClient extends Collections {
  readonly globals: Globals;
  readonly safe: Collections<true> & { readonly globals: Globals<true> };
}

export const notesContract: ClientContract = {
  hash: '0123456789abcdef0123456789abcdef',
  pathOf: (name) => (name === 'oldNotes' ? 'old_notes-2' : name.replace(/[A-Z]/g, '-$&').toLowerCase()),
  hasDrafts: (path) => path !== 'plain-notes',
};

export function notesClient(options: ClientOptions, contract: ClientContract = notesContract): NotesClient {
  return connect(contract, options) as NotesClient;
}

/** A whole document in the form of a response. */
export function note(own: Partial<Note> = {}): Note {
  const at = '2026-01-01T00:00:00.000Z';
  return { id: 'n1', createdAt: at, updatedAt: at, _revision: 1, title: 'One', views: null, ...own };
}

/** A page of these documents in the form of a response. */
export function pageOf(docs: readonly Note[], own: object = {}): object {
  const { length } = docs;
  return {
    docs,
    totalDocs: length,
    page: 1,
    totalPages: 1,
    hasNextPage: false,
    hasPrevPage: false,
    ...own,
  };
}
