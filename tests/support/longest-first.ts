import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, as measured. If one of them started late, the whole run would wait for it at the end.
 */
const longest: readonly string[] = [
  'tests/cli/doctor-servers.test.ts',
  'tests/deploy/two-instances.test.ts',
  'tests/postgres/replicas.test.ts',
  'tests/postgres/concurrency.test.ts',
  'tests/postgres/never-stale.test.ts',
  'tests/oracle/postgres.test.ts',
  'tests/openapi/empty-values.test.ts',
  'tests/oracle/access.test.ts',
  'tests/migrations/dev-command.test.ts',
  'tests/cli/run.test.ts',
  'tests/admin/files.test.ts',
  'tests/http/long-reads.test.ts',
  'tests/cli/generate.test.ts',
  'tests/admin/administration-accessible.test.ts',
  'tests/admin/collection-list.test.ts',
  'tests/cli/transfer.test.ts',
  'tests/cli/dev.test.ts',
  'tests/cli/build.test.ts',
  'tests/admin/bulk-deletion.test.ts',
  'tests/auth/pages-in-browser.test.ts',
  'tests/admin/edit-widgets.test.ts',
  'tests/migrations/commands.test.ts',
  'tests/golden/compile.test.ts',
  'tests/http/slow-reads.test.ts',
  'tests/cli/auth.test.ts',
  'tests/cli/doctor.test.ts',
  'tests/admin/editor-words.test.ts',
  'tests/architecture/habits.test.ts',
  'tests/admin/ended-session.test.ts',
  'tests/admin/shell.test.ts',
  'tests/admin/account.test.ts',
  'tests/cli/import-lines.test.ts',
  'tests/admin/edit-documents.test.ts',
  'tests/drafts/model.test.ts',
  'tests/openapi/routes.test.ts',
  'tests/oracle/filters.test.ts',
  'tests/golden/random-config.test.ts',
  'tests/migrations/development.test.ts',
  'tests/migrations/renamed-collection.test.ts',
  'tests/packaging/npx.test.ts',
  'tests/admin/users.test.ts',
  'tests/http/lifecycle.test.ts',
];

/**
 * Starts the slowest files first; the others follow in Vitest's own order. Files with processes of their own
 * come before all others, since one of them in between would end a worker that others share.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShared = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1);
    return sorted.toSorted((a, b) => isShared(a) - isShared(b) || rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

function rankOf(file: string): number {
  const rank = longest.indexOf(relative(process.cwd(), file));
  return rank === -1 ? longest.length : rank;
}
