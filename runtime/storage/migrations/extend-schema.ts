import type { Connection } from '../driver.js';
import { SchemaError } from '../schema/schema-error.js';
import type { OrphanedParts, SchemaRecord } from '../schema/schema-record.js';
import type { StorageSchema } from '../schema/storage-schema.js';
import { describeExtension } from './plan/describe-extension.js';
import { partsLeftBy } from './plan/parts-left.js';
import { planExtension } from './plan/plan-extension.js';
import { extendTables } from './run/extend-tables.js';
import { waysOut, waysOutInDevelopment } from './run/ways-out.js';

export interface WantedSchema {
  readonly schema: StorageSchema;
  /** What to do instead, where nothing may be changed; null where it may. */
  readonly refusal: string | null;
}

export interface ExtendedSchema {
  /** The changes, one line each: `posts.subtitle is new`. */
  readonly lines: readonly string[];
  /** What this change leaves behind: `tags`, `posts.subtitle`. */
  readonly newlyLeft: readonly string[];
  readonly left: OrphanedParts;
}

/**
 * Changes the tables of a database to those of a schema, and keeps every value.
 *
 * @throws SchemaError when values would be lost or misread, or the change is refused.
 */
export async function extendSchema(
  connection: Connection,
  stored: SchemaRecord,
  { schema, refusal }: WantedSchema,
): Promise<ExtendedSchema> {
  const extension = planExtension(stored, schema);
  if (extension.conflicts.length > 0) {
    throw new SchemaError(
      `The database keeps values that do not fit the config:\n${list(extension.conflicts)}\n` +
        'Change the config back, give the new field another name, or start with an empty database. Migrations keep the values: ' +
        `${(refusal === null ? waysOutInDevelopment : waysOut).inTwoSteps}.`,
    );
  }
  const lines = describeExtension(extension.changes, schema);
  if (refusal !== null && lines.length > 0) {
    throw new SchemaError(
      `The database was created for another version of the config:\n${list(lines)}\n${refusal}`,
    );
  }
  await extendTables(connection, extension, schema);
  return { lines, newlyLeft: partsLeftBy(extension.changes), left: extension.left };
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `  - ${line}`).join('\n');
}
