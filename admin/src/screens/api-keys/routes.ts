import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/api-keys', async () => (await import('./api-keys-screen.js')).ApiKeysScreen, 'list'),
  route('/api-keys/new', async () => (await import('./new-key-screen.js')).NewKeyScreen),
  route('/api-keys/:id', async () => (await import('./key-screen.js')).KeyScreen),
];
