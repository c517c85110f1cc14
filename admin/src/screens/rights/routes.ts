import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/rights', async () => (await import('./rights-screen.js')).RightsScreen),
];
