import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/users', async () => (await import('./users-screen.js')).UsersScreen, 'list'),
  route('/users/:id', async () => (await import('./user-screen.js')).UserScreen),
];
