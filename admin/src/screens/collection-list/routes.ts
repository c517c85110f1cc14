import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route(
    '/collections/:slug',
    async () => (await import('./collection-list-screen.js')).CollectionListScreen,
    'list',
  ),
];
