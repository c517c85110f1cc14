import type { Routes } from '../api.js';
import { readSettings, updateSettings } from './settings/system-settings.js';

/** The settings that administrators change while the service runs. */
export const settingsRoutes: Routes = {
  '/api/globals/system': { GET: readSettings, PATCH: updateSettings },
};
