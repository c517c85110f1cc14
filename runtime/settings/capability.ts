import { type Capability, hasAuthentication } from '../storage/capability.js';
import { settingsTables } from './create-system-settings.js';

/** Settings that administrators change while the service runs. */
export const settings: Capability = {
  name: 'system settings',
  isUsedBy: hasAuthentication,
  tables: settingsTables,
};
