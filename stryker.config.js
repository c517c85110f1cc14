// `npm run mutate`: Stryker changes the sources of access and queries, one place at a time, and runs the
// tests of `vitest.mutants.config.ts` on each change (a mutant). A mutant that no test notices survives:
// either a test is missing, or the code does nothing. See CONTRIBUTING.md, "Mutation tests".

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
const config = {
  mutate: ['runtime/{access,query}/**/*.ts', '!**/*.test.ts'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Tables that are made when a module is loaded: each of their mutants would need every test.
  ignoreStatic: true,
  thresholds: { high: 90, low: 85, break: 85 },
  // What an earlier run found out stays known, as long as neither the code nor its tests change.
  incremental: true,
  incrementalFile: 'tmp/mutants/incremental.json',
  tempDirName: 'tmp/mutants/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: 'tmp/mutants/report.html' },
  jsonReporter: { fileName: 'tmp/mutants/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // The sandbox gets what the tests need, and nothing else.
  ignorePatterns: ['/*', '!/runtime', '!/tests', '!/docs', '!/package.json', '!/vitest.mutants.config.ts'],
  concurrency: 1,
  // Endless loops end by their count of hits. The time limit is for the rest, on a machine with other work.
  timeoutMS: 30_000,
  // Vitest strips types without a look at them, so no comment has to silence the compiler. Stryker would read
  // the file by the API of TypeScript, which version 7 does not have, and the sandbox does not need it.
  disableTypeChecks: false,
  tsconfigFile: 'none',
};

export default config;
