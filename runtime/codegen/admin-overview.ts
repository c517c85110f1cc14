/** What the start page of the dashboard shows: the response of GET /api/admin/overview. */
import type { OverviewNotes } from './capabilities.js';

/** A document, as it is named in lists. */
export interface AdminDocumentName {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** `global` for a global. */
  readonly id: string;
  /** Value of the field that names it; null where it has none, or the requester may not read it. */
  readonly title: string | null;
}

/**
 * What the start page shows: the response of `GET /api/admin/overview`. It contains only what the requester
 * may read.
 */
export interface AdminOverview extends OverviewLists {
  readonly collections: readonly {
    readonly slug: string;
    readonly total: number;
    /** Documents that are not published; absent if the requester may not see drafts. */
    readonly drafts?: number;
  }[];
  /** Pending drafts, the newest change first, at most 20. */
  readonly drafts: readonly AdminDraft[];
  /** The newest changes, at most 10. */
  readonly recent: readonly AdminRecent[];
  /** What the requester has changed, the newest change first, at most 10; empty without a history of it. */
  readonly mine: readonly AdminRecent[];
}

/** `GET /api/admin/draft-counts`: what the navigation shows. */
export interface AdminDraftCounts {
  /** By slug, how many documents are not published; only collections with any that the requester may see. */
  readonly collections: Readonly<Record<string, number>>;
}

/** Documents that capabilities list, at most 20 in each list. */
export type OverviewLists = {
  readonly [Name in keyof OverviewNotes]: readonly (AdminDocumentName & OverviewNotes[Name])[];
};

/** `GET /api/admin/scheduled`: what happens to documents by itself, the earliest first. */
export type AdminScheduled = OverviewLists;

/** The same before they are named for a requester. */
export type ListedDocuments = {
  readonly [Name in keyof OverviewNotes]?: readonly (Omit<AdminDocumentName, 'title'> &
    OverviewNotes[Name])[];
};

/** A document and when it was changed. */
export interface AdminChange extends AdminDocumentName {
  /** Absent where drafts are switched off. */
  readonly status?: 'draft' | 'published';
  readonly updatedAt: string;
}

/** With whether each capability lists the document, as far as the requester sees drafts. */
export interface AdminRecent extends AdminChange, Readonly<Record<keyof OverviewNotes, boolean>> {
  /** Published, with changes that are not public yet, as far as the requester sees drafts. */
  readonly pending: boolean;
}

/** A pending draft. */
export interface AdminDraft extends AdminChange {
  /** Whether the requester has saved its last version; null if there is no history. */
  readonly mine: boolean | null;
  /** Whether the requester may publish it. */
  readonly canPublish: boolean;
}
