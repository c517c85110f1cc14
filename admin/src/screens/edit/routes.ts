import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/collections/:slug/new', async () => (await import('./create-screen.js')).CreateScreen, 'form'),
  route('/collections/:slug/:id', async () => (await import('./edit-screen.js')).EditScreen, 'form'),
  route(
    '/collections/:slug/:id/versions',
    async () => (await import('./versions-screen.js')).VersionsScreen,
    'list',
  ),
  route('/globals/:slug', async () => (await import('./global-screen.js')).GlobalScreen, 'form'),
  route('/globals/:slug/versions', async () => (await import('./versions-screen.js')).GlobalVersionsScreen),
];
