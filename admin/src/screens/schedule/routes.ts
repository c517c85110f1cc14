import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/schedule', async () => (await import('./schedule-screen.js')).ScheduleScreen),
];
