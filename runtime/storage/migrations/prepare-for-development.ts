/**
 * What `svc dev` does with a database: it runs the migrations, then applies further changes of the config
 * that lose nothing.
 */
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import type { Connection, Driver } from '../driver.js';
import { deriveSchema } from '../schema/derive-schema.js';
import { prepareSchema } from '../schema/prepare-schema.js';
import { SchemaError } from '../schema/schema-error.js';
import {
  type OrphanedParts,
  readSchemaRecord,
  rememberSchema,
  type SchemaRecord,
} from '../schema/schema-record.js';
import type { StorageSchema } from '../schema/storage-schema.js';
import type { MigrationStep } from './files/migration-text.js';
import type { Migration } from './files/read-migrations.js';
import { MigrationError } from './migration-error.js';
import { draftMigration, type MigrationDraft } from './plan/draft-migration.js';
import type { Loss } from './plan/losses.js';
import type { PrepareOptions } from './prepare-options.js';
import { refuseFileless } from './refuse-fileless.js';
import { holdsData } from './run/holds-data.js';
import { leftAfterCarrying } from './run/left-after-carrying.js';
import { dropLeftBehind, emptyFieldsOf } from './run/left-behind.js';
import { migrateUp, prepareConstraints, type UpOptions } from './run/migrate-up.js';
import { renameInSystemTables } from './run/rename-in-system-tables.js';
import { findObstacles, runSteps, stepOfCheck, stepsOf } from './run/run-steps.js';
import { sameStructure } from './run/same-structure.js';
import type { UpOutcome } from './run/up-outcome.js';
import { waysOutInDevelopment } from './run/ways-out.js';

export interface DevelopmentOptions extends Pick<PrepareOptions, 'capabilities' | 'renames' | 'note'> {
  readonly migrations: readonly Migration[];
}

export async function prepareForDevelopment(
  driver: Driver,
  contract: ContractDescriptor,
  { migrations, capabilities, renames, note }: DevelopmentOptions,
): Promise<void> {
  const onDone = ({ name }: UpOutcome): void => note('info', `Migration ${name} has run.`);
  await runMigrations(driver, migrations, { capabilities, onDone });
  const gone = await extendForDevelopment(driver, contract, { capabilities, renames, note });
  for (const loss of gone) note('info', keptText(loss));
}

/** A rename looks like a removal: it would seem that the values are lost. */
function keptText({ what, rename }: Loss): string {
  const gone = `${what} is gone from the config; its values are kept.`;
  if (rename === undefined) return gone;
  return `${gone} If you renamed it, undo that and save; then rename it again, with renamedFrom: '${rename.renamedFrom}'.`;
}

/**
 * Brings the tables to those of a config and keeps every value.
 *
 * @returns what the config has no place for any more, and the database keeps with values.
 * @throws SchemaError, MigrationError when the database cannot follow the config; nothing is changed then.
 */
export async function extendForDevelopment(
  driver: Driver,
  contract: ContractDescriptor,
  { capabilities, renames, note }: Omit<DevelopmentOptions, 'migrations'>,
): Promise<readonly Loss[]> {
  const record = await readSchemaRecord(driver);
  const schema = deriveSchema(contract);
  let losses: readonly Loss[] = [];
  if (record !== null && !isSame(record.schema, schema)) {
    await refuseFileless(driver, { record, schema });
    const draft = draftMigration({ before: record.schema, after: schema, renames });
    const plan = draft.plan(driver.dialect);
    if (draft.losses.length === 0 && draft.keepsMoreThanExtending) {
      const { empty, full } = await emptyFieldsOf(driver, record.left);
      const left = leftAfterCarrying({ ...record, left: full }, schema, draft.renamedCollections);
      await driver.schemaChange((connection) =>
        migrateInPlace(connection, {
          record,
          schema,
          empty,
          up: stepsOf(plan),
          left,
          renamed: draft.renamedCollections,
          capabilities,
        }),
      );
      for (const line of draft.lines) note('info', line);
    } else {
      losses = draft.losses;
      assertNothingRenamed(draft);
      for (const obstacle of await findObstacles(driver, plan.checks.map(stepOfCheck)))
        note('warn', `Documents break a new rule. ${obstacle}`);
    }
  }
  const { left } = await prepareSchema(driver, { contract, mode: 'extend' });
  const kept: Loss[] = [];
  for (const loss of losses) {
    const stays = left.includes(loss.what);
    if (stays && record !== null && (await holdsData(driver, record.schema, loss.what))) kept.push(loss);
  }
  return kept;
}

/**
 * Runs the pending migrations. If `svc dev` has changed the database beyond its migrations, none runs: the
 * config alone decides.
 */
export async function runMigrations(
  driver: Driver,
  migrations: readonly Migration[],
  options: Pick<UpOptions, 'capabilities' | 'onDone'>,
): Promise<void> {
  if (migrations.length === 0) return;
  try {
    await migrateUp(driver, migrations, { ...options, ways: waysOutInDevelopment });
  } catch (error) {
    const isAhead =
      error instanceof MigrationError &&
      (error.code === 'DATABASE_DIFFERS' || error.code === 'CONFIRMATION_NEEDED');
    if (!isAhead) throw error;
  }
}

/**
 * Refuses renames: extending would keep values under their former names and start with empty fields, though
 * the config renames them.
 */
function assertNothingRenamed({ renamedCollections, renamedFields, losses }: MigrationDraft): void {
  const names = [
    ...Object.keys(renamedCollections),
    ...Object.entries(renamedFields).flatMap(([owner, fields]) =>
      Object.keys(fields).map((path) => `${owner}.${path}`),
    ),
  ];
  if (names.length === 0) return;
  throw new SchemaError(
    `"svc dev" does not rename and remove in one change. Renamed: ${names.join(', ')}. ` +
      `Removed: ${losses.map(({ message }) => message).join('; ')}. ` +
      `Restore what you removed, save, and remove it after that; or let migrations do both: ${waysOutInDevelopment.inTwoSteps}.`,
  );
}

interface Carrying {
  readonly record: SchemaRecord;
  readonly schema: StorageSchema;
  /** Kept fields without a value, whose names may be used again. */
  readonly empty: OrphanedParts;
  readonly up: readonly MigrationStep[];
  readonly left: OrphanedParts;
  readonly renamed: MigrationDraft['renamedCollections'];
  readonly capabilities: PrepareOptions['capabilities'];
}

/** Applies renames and type changes and keeps all values, which extending cannot do. */
async function migrateInPlace(
  connection: Connection,
  { record, schema, empty, up, left, renamed, capabilities }: Carrying,
): Promise<void> {
  const now = await readSchemaRecord(connection);
  // Another process has already done this.
  if (now === null || !sameStructure(now.schema, record.schema)) return;
  await prepareConstraints(connection);
  await dropLeftBehind(connection, empty, 'They got values meanwhile: save the config again.');
  await runSteps(connection, up, {
    name: 'The change',
    wayOut:
      'Correct the data; or give a new required field a default, or make it optional; or start svc dev with an empty ' +
      'database, another SVC_DATABASE_URL for instance.',
  });
  await renameInSystemTables(connection, capabilities, renamed);
  await rememberSchema(connection, { schema, left, mark: 'svc dev' });
}

function isSame(a: StorageSchema, b: StorageSchema): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
