import { checksumOf } from '../../../storage/migrations/files/read-migrations.js';
import { emptySchema } from '../../../storage/migrations/files/snapshot.js';
import { draftOfSnapshot } from '../../../storage/migrations/plan/draft-migration.js';
import { draftProject, type MigrationProject } from '../open-migrations.js';

/** Whether the files of the last migration are still as they were created: nobody has put work into them. */
export function isLastAsCreated({ migrations, dialects }: MigrationProject): boolean {
  const last = migrations.at(-1);
  if (last === undefined) return false;
  const { name, checksums, snapshot } = last;
  const draft = draftOfSnapshot(snapshot, migrations.at(-2)?.snapshot.schema ?? emptySchema);
  return dialects.every((dialect) => checksums[dialect.name] === checksumOf(draft.text(name, dialect)));
}

/** The project as it was before its last migration was created. */
export function withoutLast(project: MigrationProject): MigrationProject {
  return draftProject({ ...project, migrations: project.migrations.slice(0, -1) });
}
