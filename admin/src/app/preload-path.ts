import { matchRoute } from './route.js';
import { routes } from './routes.js';

/** Loads the code of the screen at a path, before somebody goes there. */
export function preloadPath(path: string): void {
  matchRoute(routes, path)?.route.preload();
}
