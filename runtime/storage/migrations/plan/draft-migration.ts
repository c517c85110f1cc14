import type { Renames } from '../../../codegen/describe-renames.js';
import type { Dialect } from '../../dialects/dialect.js';
import type { StorageSchema } from '../../schema/storage-schema.js';
import { printMigration } from '../files/migration-text.js';
import type { Snapshot } from '../files/snapshot.js';
import { describeChanges } from './describe-changes.js';
import { renameOf } from './field-changes.js';
import { rowContainer } from './field-paths.js';
import { findLosses, type Loss } from './losses.js';
import { matchSchemas, type OwnerMatch, type OwnerTables, type SchemaMatch } from './match-schemas.js';
import { planMigration } from './plan-migration.js';
import type { PlannedMigration } from './planned-migration.js';

/** A change of the config that is not a migration yet. */
export interface MigrationDraft {
  /** The changes, one line each; empty when there is nothing to do. */
  readonly lines: readonly string[];
  /** What the first change concerns: `posts.subtitle`. Null when there is nothing to do. */
  readonly subject: string | null;
  readonly losses: readonly Loss[];
  readonly renamedCollections: Snapshot['renamedCollections'];
  readonly renamedFields: Snapshot['renamedFields'];
  /** Something was renamed, or values change their type. Only adding columns would not keep these values. */
  readonly keepsMoreThanExtending: boolean;
  /** The change for a database without other writers, in one transaction. */
  plan(dialect: Dialect): PlannedMigration;
  /** The text of the migration file for a database. */
  text(name: string, dialect: Dialect): string;
}

export interface DraftRequest {
  readonly before: StorageSchema;
  readonly after: StorageSchema;
  readonly renames: Renames;
}

export function draftMigration({ before, after, renames }: DraftRequest): MigrationDraft {
  const match = matchSchemas(before, after, renames);
  const changes = describeChanges(match);
  const lines = changes.map(({ line }) => line);
  return {
    lines,
    subject: changes[0]?.subject ?? null,
    losses: findLosses(match),
    renamedCollections: Object.fromEntries(match.renamedOwners),
    renamedFields: renamedFields(match),
    keepsMoreThanExtending: match.owners.some(
      (owner) => owner.before !== null && owner.after !== null && carries(owner),
    ),
    plan: ({ migration: dialect }) =>
      planMigration(match, { before, dialect, isStrict: true, isOnline: false }),
    text(name, { title, migration: dialect }) {
      const back = matchSchemas(after, before, invertedRenames(match));
      return printMigration({
        name,
        database: title,
        lines,
        up: planMigration(match, { before, dialect, isStrict: true, isOnline: true }),
        // A down migration is often urgent: all of it runs in the transaction.
        down: planMigration(back, { before: after, dialect, isStrict: false, isOnline: false }),
        lost: findLosses(match).map(({ what }) => `What ${what} held is gone: it comes back empty.`),
      });
    },
  };
}

/** The draft that a migration was created from: the same text, unless its files were edited. */
export function draftOfSnapshot(snapshot: Snapshot, before: StorageSchema): MigrationDraft {
  return draftMigration({ before, after: snapshot.schema, renames: renamesOf(snapshot) });
}

/** What the down migration loses. Renames of the up migration are reversed. */
export function lossesOfPath(snapshot: Snapshot, before: StorageSchema): readonly Loss[] {
  const match = matchSchemas(before, snapshot.schema, renamesOf(snapshot));
  return findLosses(matchSchemas(snapshot.schema, before, invertedRenames(match)));
}

function carries({ before, after, fields }: OwnerMatch): boolean {
  if (before?.owner !== after?.owner) return true;
  return fields.some(
    (change) =>
      change.kind === 'converted' ||
      change.kind === 'pointed elsewhere' ||
      (change.kind === 'kept' && renameOf(change) !== null),
  );
}

function renamesOf({ renamedCollections, renamedFields }: Snapshot): Renames {
  return {
    owners: new Map(Object.entries(renamedCollections)),
    fields: new Map(
      Object.entries(renamedFields).map(([owner, pairs]) => [owner, new Map(Object.entries(pairs))]),
    ),
  };
}

function renamedFields({ owners }: SchemaMatch): Snapshot['renamedFields'] {
  return Object.fromEntries(
    owners.flatMap(({ before, after, fields }) => {
      const pairs = fields.flatMap((change) => {
        const rename = renameOf(change);
        return rename === null ? [] : [[rename.now, pathInRows(rename.former, before)] as const];
      });
      return after === null || pairs.length === 0 ? [] : [[after.owner, Object.fromEntries(pairs)] as const];
    }),
  );
}

/** The path as `renamedFrom` has it: inside rows, relative to the row. */
function pathInRows(path: string, owner: OwnerTables | null): string {
  const container = rowContainer(path, owner?.documents.fields ?? []);
  return container === '' ? path : path.slice(container.length + 1);
}

function invertedRenames({ owners, renamedOwners }: SchemaMatch): Renames {
  const fields = owners.flatMap(({ before, after, fields: changes }) => {
    if (before === null || after === null) return [];
    const pairs = changes.flatMap((change) => {
      const rename = renameOf(change);
      return rename === null ? [] : [[rename.former, pathInRows(rename.now, after)] as const];
    });
    return [[before.owner, new Map(pairs)] as const];
  });
  return {
    owners: new Map([...renamedOwners].map(([now, former]) => [former, now])),
    fields: new Map(fields),
  };
}
