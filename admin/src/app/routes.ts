import type { Route } from './route.js';

/**
 * Every `screens/<area>/routes.ts` lists the screens of its area; each screen is loaded when it is first
 * shown.
 */
const areas = import.meta.glob<{ readonly routes: readonly Route[] }>('../screens/*/routes.ts', {
  eager: true,
});

export const routes: readonly Route[] = Object.values(areas).flatMap((area) => area.routes);
