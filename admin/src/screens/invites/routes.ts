import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/invites', async () => (await import('./invites-screen.js')).InvitesScreen, 'list'),
];
