import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/x/*', async () => (await import('./extension-screen.js')).ExtensionScreen),
];
