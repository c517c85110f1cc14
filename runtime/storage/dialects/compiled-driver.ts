/** A driver with a binary, which must fit the machine and the version of Node. */
export interface CompiledDriver {
  readonly name: string;
  /**
   * Loads it and opens a database in memory.
   *
   * @returns the name and version of what was loaded
   * @throws Error that says what is wrong
   */
  load(): string;
  /** What to do if it cannot be loaded. */
  readonly repair: string;
}
