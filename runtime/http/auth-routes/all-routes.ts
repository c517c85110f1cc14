import { settingsRoutes } from '../../codegen/routes/service-routes.js';
import type { Validator } from '../../documents/operation.js';
import { appRoutes } from '../admin-app/app-routes.js';
import { openAppSignedIn } from '../admin-app/signed-in-app.js';
import type { Routes } from '../api.js';
import { pageRoutes } from '../pages/page-routes.js';
import { joined } from '../routing/loaded-routing.js';
import { withHandlers } from '../routing/with-handlers.js';
import { authRoutes } from './auth-routes.js';
import { flowRoutes } from './flow-routes.js';
import { keyRoutes } from './key-routes.js';
import { readSettings, updateSettings } from './settings/system-settings.js';

export interface AllAuthRoutesOptions {
  /** The emitted validator of new users, for the fields that a config adds to them. */
  readonly newUser: Validator | null;
  /** The emitted `admin.json`; null without a dashboard. */
  readonly admin?: URL | null;
}

/** All routes of a service with authentication besides those of documents. */
export function allAuthRoutes({ newUser, admin = null }: AllAuthRoutesOptions): Routes {
  const tables = [
    ...[authRoutes(), flowRoutes({ newUser }), keyRoutes],
    withHandlers(settingsRoutes, { getSystemSettings: readSettings, updateSystemSettings: updateSettings }),
    pageRoutes({ newUser, hasDashboard: admin !== null }),
    admin === null ? {} : appRoutes(admin, openAppSignedIn),
  ];
  return tables.reduce(joined);
}
