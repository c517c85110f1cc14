import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/collections/:slug/trash', async () => (await import('./trash-screen.js')).TrashScreen, 'list'),
];
