import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/profile', async () => (await import('./profile-screen.js')).ProfileScreen),
];
