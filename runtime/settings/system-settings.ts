/** The settings that administrators change while the service runs (service.md, System settings). */
export interface SystemSettingsValues {
  readonly enableRegistration: boolean;
  readonly defaultRegistrationRole: string;
}

/** Stored in the content database; what was never saved comes from the config. Read anew for each request, so that every instance follows. */
export interface SystemSettings {
  read(): Promise<SystemSettingsValues>;
  /** Answers the settings after the change. */
  update(change: Partial<SystemSettingsValues>): Promise<SystemSettingsValues>;
}
