import { capabilities } from '../../capabilities/index.js';
import { describeConfig } from '../../codegen/describe-config.js';
import { type TransferTypes, transferTypes } from '../../documents/transfer/transfer-types.js';
import { analyseTables } from '../../storage/analyse-tables.js';
import { tablesOf } from '../../storage/capability.js';
import { openForLongWork } from '../../storage/dialects/open-database.js';
import type { Driver } from '../../storage/driver.js';
import { deriveSchema } from '../../storage/schema/derive-schema.js';
import { prepareSystemTables } from '../../storage/schema/system-tables.js';
import { prepareTables } from '../prepare-tables.js';
import { lastingDatabase, type Project } from '../project.js';
import { type AccountChanges, createAccountChanges } from './account-changes.js';

/** The documents of a project's database, for commands. */
export interface Content {
  readonly driver: Driver;
  readonly types: TransferTypes;
  /** Null for a config without `auth`. */
  readonly accounts: AccountChanges | null;
  /** Updates the database's statistics of its tables. */
  analyse(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the documents of a project. An empty database gets its tables first; one that was made for another
 * config is refused.
 *
 * @throws ConfigError, ProjectError, SchemaError
 */
export async function openContent(project: Project): Promise<Content> {
  const { config } = project;
  const contract = describeConfig(config);
  const database = lastingDatabase(config, 'it holds nothing');
  const driver = await openForLongWork(database);
  const { auth } = config;
  const accounts = auth === undefined ? null : createAccountChanges(driver, { ...config, auth });
  const tables = deriveSchema(contract).tables.map(({ name }) => name);
  try {
    await prepareTables(driver, database, project);
    await prepareSystemTables(driver, tablesOf(capabilities, contract));
  } catch (error) {
    await driver.close();
    throw error;
  }
  return {
    driver,
    types: transferTypes(contract, config),
    accounts,
    analyse: () => analyseTables(driver, tables),
    async close() {
      await accounts?.close();
      await driver.close();
    },
  };
}
