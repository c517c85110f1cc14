import type { Row } from '../../driver.js';

/**
 * How the server plans prepared statements. `byValues`: each execution for its own values: a tag of ten
 * posts and a tag of a million posts need different plans, which a plan for all values cannot know. `shared`:
 * as the server chooses, mostly once for all values, which takes half the time where rows are found by their
 * keys.
 */
export type Plans = 'byValues' | 'shared';

const modes: Readonly<Record<Plans, string>> = { byValues: 'force_custom_plan', shared: 'auto' };

/**
 * The setting of a connection's query planner. It is changed only when the connection is used for another
 * kind of statements than before. Behind a pooler that shares connections it may be that of another client,
 * which changes how long a statement takes and nothing else.
 */
export class PlanSetting {
  /**
   * Settings of a new connection, on servers that have them. JIT compilation of plans takes longer than any
   * statement of the service. The rows name the settings that the server has.
   */
  static readonly initialSql: string =
    `SELECT name, set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE '${modes.byValues}' END, false) ` +
    `FROM pg_catalog.pg_settings WHERE name IN ('jit', 'plan_cache_mode')`;

  readonly #exists: boolean;
  /** Null: unknown. */
  #plans: Plans | null = 'byValues';

  /** @param rows - The result of {@link PlanSetting.initialSql}. */
  constructor(rows: readonly Row[]) {
    this.#exists = rows.some(({ name }) => name === 'plan_cache_mode');
  }

  /** The statement that changes the setting; null where it is so already. Call it when it is sent. */
  changeTo(plans: Plans): string | null {
    if (!this.#exists || this.#plans === plans) return null;
    this.#plans = plans;
    return `SET plan_cache_mode = ${modes[plans]}`;
  }

  /** A change may have been rolled back. */
  forget(): void {
    this.#plans = null;
  }
}
