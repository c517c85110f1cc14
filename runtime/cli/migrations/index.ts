/** What commands do with migrations. */
export { MigrationError } from '../../storage/migrations/migration-error.js';
export { copyProject } from './copy-project.js';
export { type Developed, developDatabase } from './develop/develop-database.js';
export { developmentPlace } from './develop/development-place.js';
export { isLastAsCreated, withoutLast } from './develop/last-migration.js';
export { hasCheckedValues, migrate } from './migrate.js';
export { openMigrations } from './open-migrations.js';
export { readState } from './read-state.js';
export { revert } from './revert.js';
export { defaultTitle, writeMigration } from './write-migration.js';
