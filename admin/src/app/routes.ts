import type { Route } from './route.js';

/** Every `screens/<area>/routes.ts` says which screens its area has; the screens themselves are loaded when they are shown. */
const areas = import.meta.glob<{ readonly routes: readonly Route[] }>('../screens/*/routes.ts', {
  eager: true,
});

export const routes: readonly Route[] = Object.values(areas).flatMap((area) => area.routes);
