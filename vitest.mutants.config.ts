import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first test that fails ends the run of a mutant, so the slow ones come last. */
class UnitTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = ['/tests/query/', '/tests/drafts/', '/tests/oracle/'];
    const rankOf = ({ moduleId }: TestSpecification): number =>
      slow.findIndex((folder) => moduleId.includes(folder));
    return files.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/**
 * `npm run mutate`: the tests that judge the mutants of access and queries. They load none of the HTTP layer
 * and start no process: each mutant loads the sources again, which takes most of the time of a run.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      'runtime/{access,query}/**/*.test.ts',
      'tests/query/{filtering-guide,lists,query-plans}.test.ts',
      'tests/oracle/filters.test.ts',
      'tests/drafts/{filters,query-plans}.test.ts',
    ],
    exclude: ['runtime/query/compile/every-character.test.ts'],
    env: { SVC_TEST_MUTANTS: '1' },
    // One worker loads the sources once for all files; the next mutant gets a new worker.
    isolate: false,
    sequence: { sequencer: UnitTestsFirst },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

export default config;
