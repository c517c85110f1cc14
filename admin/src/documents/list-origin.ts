import type { Where } from '../api/documents.js';

/** The list from which documents were opened last, for the way back to it and from one to the next. */
export interface ListOrigin {
  /** The query string of the list. */
  readonly search: string;
  readonly where: Where | undefined;
  /** What is searched for by words. */
  readonly words: string | undefined;
  /** Undefined orders by relevance, in a search by words. */
  readonly sort: string | undefined;
  readonly unused: true | undefined;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  /** The documents of the page, in order. */
  readonly ids: readonly string[];
  readonly hasNext: boolean;
}

/** How far a list was scrolled, in pixels: the window, and the table within it. */
export interface ListScroll {
  readonly page: number;
  readonly table: number;
}

const originKey = (slug: string): string => `svc:list:${slug}`;

/** The state of a navigation to a document of another page of the list: it brings that page along. */
export interface OriginState {
  readonly slug: string;
  readonly origin: ListOrigin;
}

/** Returns null where no list of the collection was shown in this tab. */
export function readOrigin(slug: string): ListOrigin | null {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'origin' in state) {
    // Only links between documents of a list write it.
    const brought = state as OriginState;
    if (brought.slug === slug) keepOrigin(slug, brought.origin);
  }
  try {
    const text = sessionStorage.getItem(originKey(slug));
    // Only `keepOrigin` writes it.
    return text === null ? null : (JSON.parse(text) as ListOrigin);
  } catch {
    return null;
  }
}

export function keepOrigin(slug: string, origin: ListOrigin): void {
  try {
    sessionStorage.setItem(originKey(slug), JSON.stringify(origin));
  } catch {
    // Storage is full or switched off: the list then opens at its beginning.
  }
}

const scrolls = new Map<string, ListScroll>();

/** @param search - the query string of the list: another view of it begins at the top. */
export function keepScroll(slug: string, search: string, scroll: ListScroll): void {
  scrolls.set(`${slug}?${search}`, scroll);
}

export function readScroll(slug: string, search: string): ListScroll | undefined {
  return scrolls.get(`${slug}?${search}`);
}

/** The state of a navigation that leads back to a list. */
export const goingBack = { isBack: true } as const;

let isTravelling = false;
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    isTravelling = true;
  });
  window.addEventListener('pushState', () => {
    isTravelling = false;
  });
}

/** Whether the current screen was opened by the browser's history, or by a link back to it. */
export function isBack(): boolean {
  const state: unknown = history.state;
  return isTravelling || (typeof state === 'object' && state !== null && 'isBack' in state);
}
