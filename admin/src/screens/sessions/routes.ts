import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/sessions', async () => (await import('./sessions-screen.js')).SessionsScreen),
];
