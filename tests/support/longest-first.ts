import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, as measured. If one of them started late, the whole run would wait for it at the end.
 */
const longest: readonly string[] = [
  'tests/http/long-reads.test.ts',
  'tests/openapi/routes.test.ts',
  'tests/admin/collection-list.test.ts',
  'tests/admin/edit-widgets.test.ts',
  'tests/migrations/commands.test.ts',
  'tests/admin/edit-documents.test.ts',
  'tests/admin/administration-accessible.test.ts',
  'tests/golden/compile.test.ts',
  'tests/admin/edit-looks.test.ts',
  'tests/cli/transfer.test.ts',
  'tests/cli/doctor.test.ts',
  'tests/cli/dev.test.ts',
  'tests/cli/build.test.ts',
  'tests/oracle/filters.test.ts',
  'tests/contract/commands.test.ts',
  'tests/admin/users.test.ts',
  'tests/migrations/development.test.ts',
  'tests/migrations/renamed-collection.test.ts',
  'tests/packaging/production.test.ts',
  'tests/sdk/compilers.test.ts',
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
