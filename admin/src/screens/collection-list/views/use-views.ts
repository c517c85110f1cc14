import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useApi } from '../../../api/api-context.js';
import { useAuthMeta } from '../../../api/meta-context.js';
import type { ListStateControl } from '../use-list-state.js';
import { addressOf, allDocuments } from './view-state.js';
import { type SavedView, viewsQuery } from './views-query.js';

export interface Views {
  /** Empty in services without users, and if they cannot be read. */
  readonly all: readonly SavedView[];
  /** The one that the address names; null: it names none, or one that is not there. */
  readonly current: SavedView | null;
  /** Whether it is not known yet what the address shows. */
  readonly isOpening: boolean;
  /** The query string that shows all documents. */
  readonly plainAddress: string;
}

/**
 * The saved views of a list. An address without a query opens the user's default view.
 *
 * @returns null in services without users
 */
export function useViews(slug: string, { state, isPlain, open }: ListStateControl): Views | null {
  const api = useApi();
  const hasUsers = useAuthMeta() !== null;
  const { data: all = [], isPending } = useQuery(viewsQuery(api, slug, hasUsers));
  const chosen = all.find(({ isOwn, isDefault }) => isOwn && isDefault);
  const first = isPlain && chosen !== undefined ? addressOf(chosen) : null;
  useLayoutEffect(() => {
    if (first !== null) open(first, { quiet: true });
  }, [first, open]);
  if (!hasUsers) return null;
  return {
    all,
    current: all.find(({ id }) => id === state.view) ?? null,
    isOpening: first !== null || (isPlain && isPending),
    plainAddress: chosen === undefined ? '' : `view=${allDocuments}`,
  };
}
