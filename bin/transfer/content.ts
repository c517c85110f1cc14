/** The documents of a project's database, for commands: opened without a server, also while one runs. */
import { validatorNames } from '../../generator/emit/validator-names.js';
import { emitValidators } from '../../generator/emit/validators.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import type { Ir } from '../../generator/ir/ir.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { auditTables } from '../../runtime/auth/audit/prepare-audit-tables.js';
import { linkTables } from '../../runtime/auth/links/create-link-tokens.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { resolveServerOptions } from '../../runtime/config/server-options.js';
import type { Validator } from '../../runtime/documents/operation.js';
import {
  type TransferType,
  type TransferTypes,
  type TransferValidators,
  transferTypes,
} from '../../runtime/documents/transfer/transfer-types.js';
import { userTables } from '../../runtime/documents/users/user-credentials.js';
import { analyseTables } from '../../runtime/storage/analyse-tables.js';
import { isInMemory } from '../../runtime/storage/dialects/open-database.js';
import { openForLongWork } from '../../runtime/storage/dialects/open-for-long-work.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { deriveSchema } from '../../runtime/storage/schema/derive-schema.js';
import { prepareSystemTables } from '../../runtime/storage/schema/system-tables.js';
import { packageVersion } from '../../runtime/util/package-root.js';
import { CommandError } from '../command-error.js';
import { prepareTables } from '../migrate/prepare-tables.js';
import type { ConfigOptions } from '../options.js';
import { type AccountChanges, createAccountChanges } from './account-changes.js';

export interface Content {
  readonly driver: Driver;
  readonly types: TransferTypes;
  /** Loaded on the first call: an export needs none. */
  validators(): Promise<(transfer: TransferType) => TransferValidators>;
  /** Null for a config without `auth`. */
  readonly accounts: AccountChanges | null;
  /** Updates the database's statistics of its tables. */
  analyse(): Promise<void>;
}

/**
 * Opens the documents of the project's config and passes them to `work`. An empty database gets its tables
 * first; one that was made for another config is refused.
 *
 * @throws ConfigError, CommandError, SchemaError
 */
export async function withContent<T>(
  { config: given }: ConfigOptions,
  work: (content: Content) => Promise<T>,
): Promise<T> {
  const { config, file, docs } = await loadConfig({
    cwd: process.cwd(),
    ...(given === undefined ? {} : { file: given }),
  });
  const contract = describeConfig(config);
  const { database } = resolveServerOptions(config);
  if (isInMemory(database)) {
    throw new CommandError('the database is in memory: it holds nothing. Name a file in SVC_DATABASE_URL.');
  }
  const driver = await openForLongWork(database);
  const { auth } = config;
  const accounts = auth === undefined ? null : createAccountChanges(driver, { ...config, auth });
  try {
    await prepareTables(driver, database, { config, file });
    if (contract.auth !== undefined)
      await prepareSystemTables(driver, [...userTables, ...auditTables, ...linkTables]);
    const ir = (): Ir => buildIr({ config, file, docs }, { output: process.cwd(), version: packageVersion });
    return await work({
      driver,
      types: transferTypes(contract, config),
      accounts,
      validators: () => loadValidators(ir()),
      analyse: () =>
        analyseTables(
          driver,
          deriveSchema(contract).tables.map(({ name }) => name),
        ),
    });
  } finally {
    await accounts?.close();
    await driver.close();
  }
}

/**
 * The validators that a server of this config has, generated in memory: an import must not depend on earlier
 * generated files.
 */
async function loadValidators(ir: Ir): Promise<(transfer: TransferType) => TransferValidators> {
  const files = emitValidators({ ...ir, sdk: 'js' });
  const source = files.find(({ path }) => path === 'sdk/validators.js')?.content ?? '';
  const own = source.replace(/from 'zod'/, `from ${JSON.stringify(import.meta.resolve('zod'))}`);
  const url = `data:text/javascript;base64,${Buffer.from(own).toString('base64')}`;
  const schemas = (await import(url)) as Readonly<Record<string, Validator>>;
  const documents = [...ir.collections, ...ir.globals];
  return ({ kind, slug }) => {
    const found = documents.find(({ descriptor }) => descriptor.kind === kind && descriptor.slug === slug);
    if (found === undefined) throw new Error(`The config has no ${kind} ${slug}.`);
    const names = validatorNames(found.names);
    const whole = schemas[kind === 'collection' ? names.create : names.update];
    if (whole === undefined) throw new Error(`There is no validator of ${slug}.`);
    return { whole, draft: schemas[names.draft] ?? null };
  };
}
