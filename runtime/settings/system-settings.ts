import type { Connection } from '../storage/driver.js';

/** The settings that administrators change while the service runs (docs/spec/service.md#system-settings). */
export interface SystemSettingsValues {
  readonly enableRegistration: boolean;
  readonly defaultRegistrationRole: string;
}

/**
 * Stored in the content database; settings that were never saved come from the config. They are read again
 * for each request, so that a change applies to every instance.
 */
export interface SystemSettings {
  read(): Promise<SystemSettingsValues>;
  /**
   * Returns the settings after the change.
   *
   * @param changed - work for the transaction of the change.
   */
  update(
    change: Partial<SystemSettingsValues>,
    changed?: (connection: Connection) => Promise<void>,
  ): Promise<SystemSettingsValues>;
}
