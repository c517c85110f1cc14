import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/', async () => (await import('./dashboard-screen.js')).DashboardScreen),
];
