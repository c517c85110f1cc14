import type { Driver, Row } from '../storage/driver.js';
import { type SystemTable, systemColumns } from '../storage/schema/system-tables.js';
import type { SystemSettings, SystemSettingsValues } from './system-settings.js';

export interface SystemSettingsOptions {
  readonly driver: Driver;
  /** What holds until an administrator saves something else: environment over config over defaults. */
  readonly defaults: SystemSettingsValues;
}

const table = '"_svc_settings"';
const select = `SELECT "enableRegistration", "defaultRegistrationRole" FROM ${table} WHERE "id" = 'system'`;
// A setting that a change does not name keeps what was saved before, or stays unsaved.
const save =
  `INSERT INTO ${table} ("id", "enableRegistration", "defaultRegistrationRole") VALUES ('system', ?, ?) ` +
  `ON CONFLICT ("id") DO UPDATE SET ` +
  `"enableRegistration" = COALESCE(excluded."enableRegistration", ${table}."enableRegistration"), ` +
  `"defaultRegistrationRole" = COALESCE(excluded."defaultRegistrationRole", ${table}."defaultRegistrationRole")`;

/** The settings: one row, in which NULL is a setting that was never saved. */
export const settingsTables: readonly SystemTable[] = [
  {
    name: '_svc_settings',
    columns: [
      ...systemColumns('text', { required: ['id'] }),
      ...systemColumns('integer', { optional: ['enableRegistration'] }),
      ...systemColumns('text', { optional: ['defaultRegistrationRole'] }),
    ],
    primaryKey: ['id'],
    indexes: [],
  },
];

export function createSystemSettings({ driver, defaults }: SystemSettingsOptions): SystemSettings {
  const read = async (): Promise<SystemSettingsValues> => valuesOf(await driver.get(select, []), defaults);
  return {
    read,
    async update({ enableRegistration, defaultRegistrationRole }, changed) {
      if (enableRegistration === undefined && defaultRegistrationRole === undefined) return read();
      const enabled = enableRegistration === undefined ? null : Number(enableRegistration);
      return driver.briefTransaction(async (connection) => {
        await connection.run(save, [enabled, defaultRegistrationRole ?? null]);
        await changed?.(connection);
        return valuesOf(await connection.get(select, []), defaults);
      });
    },
  };
}

function valuesOf(row: Row | undefined, defaults: SystemSettingsValues): SystemSettingsValues {
  const enabled = row?.['enableRegistration'] ?? null;
  const role = row?.['defaultRegistrationRole'];
  return {
    enableRegistration: enabled === null ? defaults.enableRegistration : Number(enabled) === 1,
    defaultRegistrationRole: typeof role === 'string' ? role : defaults.defaultRegistrationRole,
  };
}
