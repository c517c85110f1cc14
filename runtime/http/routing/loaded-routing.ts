import type { Routes } from '../api.js';
import type { RouteMatch } from './routing-table.js';

type FindRoute = (path: string) => RouteMatch | null;

/** A routing table some of whose routes may still be loading. */
export interface LoadedRouting {
  findRoute(path: string): RouteMatch | null;
  /** Resolves when loading has ended, successfully or not; null from then on. */
  readonly loading: Promise<void> | null;
  /** Resolves when all routes are loaded; rejects if they could not be loaded, or clash. */
  loaded(): Promise<void>;
}

/** @param create - creates the table; called at once without `load`. */
export function createLoadedRouting(
  load: (() => Promise<Routes>) | undefined,
  create: (more: Routes) => FindRoute,
): LoadedRouting {
  let find: FindRoute;
  let issue: unknown = null;
  let loading: Promise<void> | null = null;

  if (load === undefined) {
    find = create({});
  } else {
    find = () => {
      throw issue;
    };
    loading = load()
      .then((routes) => {
        find = create(routes);
        loading = null;
      })
      .catch((error: unknown) => {
        issue = error;
        loading = null;
      });
  }

  return {
    findRoute: (path) => find(path),
    get loading() {
      return loading;
    },
    async loaded() {
      await loading;
      if (issue !== null) throw issue;
    },
  };
}

/** Returns two tables as one; a path may have methods in both. */
export function joined(routes: Routes, more: Routes): Routes {
  const all: Record<string, Routes[string]> = { ...routes };
  for (const [pattern, handlers] of Object.entries(more)) {
    const known = all[pattern];
    const twice = Object.keys(handlers).find((method) => known !== undefined && Object.hasOwn(known, method));
    if (twice !== undefined) throw new Error(`Two routes answer ${twice} ${pattern}.`);
    all[pattern] = { ...known, ...handlers };
  }
  return all;
}
