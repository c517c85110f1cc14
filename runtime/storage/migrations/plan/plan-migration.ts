import { findChecks } from './checks.js';
import type { SchemaMatch } from './match-schemas.js';
import { planChanges } from './plan-changes.js';
import type { PlannedMigration } from './planned-migration.js';
import { type RenderScope, renderChanges } from './render-changes.js';
import { nameTables } from './table-names.js';

export interface PlanOptions extends Omit<RenderScope, 'names'> {
  /** Whether the data must satisfy the rules of the fields, which the database does not know. */
  readonly isStrict: boolean;
}

/** Plans one direction of a migration, and renders it for a database. */
export function planMigration(match: SchemaMatch, { isStrict, ...scope }: PlanOptions): PlannedMigration {
  const names = nameTables(match);
  const changes = planChanges(match);
  return {
    checks: findChecks(changes, { dialect: scope.dialect, names, isStrict }),
    ...renderChanges(changes, { ...scope, names }),
  };
}
