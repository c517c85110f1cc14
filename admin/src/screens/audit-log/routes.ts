import { type Route, route } from '../../app/route.js';

export const routes: readonly Route[] = [
  route('/audit-log', async () => (await import('./audit-log-screen.js')).AuditLogScreen, 'list'),
];
