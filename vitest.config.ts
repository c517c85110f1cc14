import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Minutes each, and better without others beside them: `npm run test:long`. */
const longSuites = [
  'concurrent-indexes',
  'evolution',
  'from-sqlite',
  'interruption',
  'killed',
  'tightened',
].map((name) => `tests/migrations/${name}.test.ts`);

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{admin/src,bin,generator,runtime,templates,tests}/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(process.env['SVC_TEST_LONG'] ? [] : longSuites)],
    globalSetup: ['tests/support/build-once.ts', 'tests/support/test-database-setup.ts'],
    // On two cores: real processes, sockets and browsers leave them idle for a third of the time.
    maxWorkers: 3,
    // On PostgreSQL each statement goes to a server, and each test makes its tables there.
    testTimeout: process.env['SVC_TEST_DATABASE'] === 'postgres' ? 60_000 : 20_000,
    hookTimeout: 60_000,
  },
});

export default config;
