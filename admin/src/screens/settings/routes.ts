import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/settings/system', async () => (await import('./system-settings-screen.js')).SystemSettingsScreen),
];
