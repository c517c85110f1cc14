import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files of `npm test`, as measured: 10 s and more, beside two others. */
const ofUnits: readonly string[] = [
  'tests/http/long-reads.test.ts',
  'tests/cli/transfer.test.ts',
  'tests/cli/dev.test.ts',
  'tests/cli/doctor.test.ts',
  'tests/uploads/kills.test.ts',
  'tests/migrations/dev-command.test.ts',
  'tests/cli/build.test.ts',
  'tests/migrations/development.test.ts',
  'tests/migrations/commands.test.ts',
  'tests/openapi/routes.test.ts',
  'tests/uploads/media.test.ts',
  'tests/golden/random-config.test.ts',
  'tests/cli/dev-signals.test.ts',
  'tests/http/lifecycle.test.ts',
  'tests/cli/entry.test.ts',
  'tests/packaging/npx.test.ts',
  'tests/openapi/empty-values.test.ts',
  'tests/migrations/renamed-collection.test.ts',
  'tests/oracle/filters.test.ts',
  'tests/cli/trash.test.ts',
  'tests/golden/compile.test.ts',
  'tests/drafts/model.test.ts',
  'runtime/files/storage/s3/s3-storage.test.ts',
  'tests/cli/run.test.ts',
  'tests/oracle/access.test.ts',
  'tests/http/slow-reads.test.ts',
  'generator/generate.test.ts',
  'tests/sdk/server-client.test.ts',
  'tests/search/many-matches.test.ts',
  'tests/cli/generate.test.ts',
  'tests/http/never-stale.test.ts',
  'tests/uploads/downloads.test.ts',
  'tests/auth/email-change.test.ts',
  'tests/uploads/transfer.test.ts',
  'tests/contract/commands.test.ts',
  'runtime/files/images/image-pool.test.ts',
  'tests/uploads/size-leases.test.ts',
  'tests/documentation/code-blocks.test.ts',
  'tests/cli/init.test.ts',
  'tests/cli/command-line.test.ts',
  'tests/uploads/trash-public.test.ts',
  'tests/openapi/answers.test.ts',
];

/** Those of `npm run test:services`. */
const ofServices: readonly string[] = [
  'tests/cli/doctor-servers.test.ts',
  'tests/deploy/two-instances.test.ts',
  'tests/postgres/replicas.test.ts',
  'tests/postgres/concurrency.test.ts',
  'tests/postgres/never-stale.test.ts',
  'tests/oracle/postgres.test.ts',
];

/** Those of `npm run test:browser`. */
const ofBrowser: readonly string[] = [
  'tests/admin/files.test.ts',
  'tests/admin/administration-accessible.test.ts',
  'tests/admin/collection-list.test.ts',
  'tests/admin/bulk-deletion.test.ts',
  'tests/auth/pages-in-browser.test.ts',
  'tests/admin/edit-widgets.test.ts',
  'tests/admin/editor-words.test.ts',
  'tests/admin/ended-session.test.ts',
  'tests/admin/shell.test.ts',
  'tests/admin/account.test.ts',
  'tests/admin/edit-documents.test.ts',
  'tests/admin/users.test.ts',
];

/** If one of them started late, the whole run would wait for it at the end. */
const longest: readonly string[] = [...ofServices, ...ofBrowser, ...ofUnits];

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
