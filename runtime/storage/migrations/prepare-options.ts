import type { Renames } from '../../codegen/describe-renames.js';
import type { StoredCapability } from '../capability.js';
import type { DatabaseLocation } from '../dialects/index.js';
import type { SchemaMode } from '../schema/prepare-schema.js';

export interface PrepareOptions {
  /** `create` for a server in production, `extend` for `svc dev`. */
  readonly schema: SchemaMode;
  /** A database in memory needs no migrations. */
  readonly database: DatabaseLocation;
  /** Folder of the migrations. When it has none, the tables follow the config alone. */
  readonly folder: string;
  /** `SVC_AUTO_MIGRATE` */
  readonly autoMigrate: boolean;
  /** Those whose tables contain slugs of collections. */
  readonly capabilities: readonly StoredCapability[];
  readonly renames: Renames;
  /** Called with what has run, and with rules that existing data breaks. */
  readonly note: (level: 'info' | 'warn', message: string) => void;
}
