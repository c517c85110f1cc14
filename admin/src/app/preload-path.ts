import { matchRoute } from './route.js';
import { routes } from './routes.js';

/** Loads the code of the screen at a path in advance. */
export function preloadPath(path: string): void {
  matchRoute(routes, path)?.route.preload();
}
