import { matchRoute } from './route.js';
import { routes } from './routes.js';

/** Loads the code of the screen at a path in advance. */
export function preloadPath(path: string): void {
  // A failure is told where the screen is shown.
  matchRoute(routes, path)
    ?.route.load()
    .catch(() => undefined);
}
