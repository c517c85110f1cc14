/**
 * The entry point of the command line: all of the runtime that it uses, except `svc/runtime` itself. What
 * every command needs is here at once; the rest is loaded when a command runs.
 */
export type { ApiKeyRecord, MadeApiKey } from '../auth/api-keys/api-keys.js';
export type { FirstAdmin } from '../auth/bootstrap.js';
export type { UserRecord } from '../auth/users/user-store.js';
export { documentationRoutes, healthRoutes } from '../codegen/routes/service-routes.js';
export { loadDotEnv } from '../config/dot-env.js';
export type { ScriptArguments } from '../config/script-config.js';
export type { Validator } from '../documents/operation.js';
export type {
  TransferType,
  TransferTypes,
  TransferValidators,
} from '../documents/transfer/transfer-types.js';
export {
  type CopiedRows,
  type CopyProgress,
  copyTexts,
  driverPrograms,
  driverScripts,
  isCopyTarget,
} from '../storage/dialects/index.js';
export { migrationFiles, migrationsName } from '../storage/migrations/files/migrations-folder.js';
export type { Migration } from '../storage/migrations/files/read-migrations.js';
export type { LikelyRename, Loss } from '../storage/migrations/plan/losses.js';
export type { MigrationState } from '../storage/migrations/run/migration-state.js';
export type { UpOutcome } from '../storage/migrations/run/up-outcome.js';
export { inDevelopment } from '../util/development.js';
export { imagePackage, imageProgram } from '../util/image-program.js';
export { nearestName } from '../util/near-miss.js';
export { packageRoot, packageVersion } from '../util/package-root.js';
export { releaseLine } from '../util/release-line.js';
export type { NewKey } from './accounts/keys.js';
export type { Accounts } from './accounts/open-accounts.js';
export type { CheckedConfig } from './doctor/examine.js';
export type { Finding } from './doctor/finding.js';
export type { ExaminedQueries } from './doctor/queries/examine-queries.js';
export type { SlowQuery } from './doctor/queries/slow-query.js';
export type { MediaProblem } from './media/check-media.js';
export type { Media } from './media/open-media.js';
export type { CopyOptions } from './migrations/copy-project.js';
export type { MigrationProject } from './migrations/open-migrations.js';
export type { CreatedMigration } from './migrations/write-migration.js';
export type { Project } from './project.js';
export type { RebuiltIndex } from './search/rebuild-search.js';
export { countText } from './text/count-text.js';
export { configIssues, linesOfError } from './text/error-lines.js';
export { oneLine } from './text/one-line.js';
export { shownPath } from './text/shown-path.js';
export { sizeText } from './text/size-text.js';
export type { ExportFiles } from './transfer/export-files.js';
export type { ImportReport } from './transfer/import-content.js';
export type { ImportFiles } from './transfer/import-files.js';
export type { Content } from './transfer/open-content.js';

/** Users and API keys. */
export function loadAccounts(): Promise<typeof import('./accounts/index.js')> {
  return import('./accounts/index.js');
}

/** Migrations, and the copy of one database to another. */
export function loadMigrations(): Promise<typeof import('./migrations/index.js')> {
  return import('./migrations/index.js');
}

/** Export and import of documents. */
export function loadTransfer(): Promise<typeof import('./transfer/index.js')> {
  return import('./transfer/index.js');
}

/** The bytes of files in an export and import of documents. */
export function loadTransferFiles(): Promise<typeof import('./transfer/files.js')> {
  return import('./transfer/files.js');
}

/** The checks of `svc doctor`. */
export function loadDoctor(): Promise<typeof import('./doctor/index.js')> {
  return import('./doctor/index.js');
}

/** The bytes of files: what `svc media` does. */
export function loadMedia(): Promise<typeof import('./media/index.js')> {
  return import('./media/index.js');
}

/** Search indexes: what `svc search` does. */
export function loadSearch(): Promise<typeof import('./search/index.js')> {
  return import('./search/index.js');
}

/** What `svc seed` notes. */
export function loadSeeds(): Promise<typeof import('./seeds/index.js')> {
  return import('./seeds/index.js');
}
