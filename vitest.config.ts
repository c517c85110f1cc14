import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.js';
import { sourcesOnly } from './tests/support/module-cache.js';
import { testPart } from './tests/support/test-part.js';

const rooms = ['admin/src', 'bin', 'generator', 'runtime', 'templates', 'tests'];
const allSuites = [`{${rooms.join()}}/**/*.test.ts`];

/** Minutes each, and better without others beside them: `npm run test:long`. */
const longSuites = [
  'concurrent-indexes',
  'evolution',
  'from-sqlite',
  'interruption',
  'killed',
  'tightened',
].map((name) => `tests/migrations/${name}.test.ts`);

/** They have tests for each compiler that users have. */
const compilerSuites = [
  'tests/golden/compile.test.ts',
  'tests/packaging/types.test.ts',
  'tests/sdk/compilers.test.ts',
  'tests/types/config-types.test.ts',
  'tests/types/sdk-types.test.ts',
];

/** A new project from the package: `npm run test:install` installs it, which takes minutes. */
const installSuites = ['tests/packaging/journey.test.ts'];

/** They wait for reads that take long and for decoders, on any release of Node. */
const waitingSuites = [
  'tests/http/long-reads.test.ts',
  'tests/http/slow-reads.test.ts',
  'runtime/files/images/image-pool.test.ts',
];

/** Pages in Chromium, but for those that need a server as well: these are suites of services. */
function browserSuites(): string[] {
  const services = new Set(serviceSuites({ mixed: false }));
  return testFiles('tests').filter((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return /from '.*\/(dashboard-)?browser\.js'/.test(text) && !services.has(file);
  });
}

/** Suites on PostgreSQL, Redis and S3, some of which have tests that need neither. */
function serviceSuites({ mixed }: { readonly mixed: boolean }): string[] {
  return rooms.flatMap(testFiles).filter((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return (
      /\bdescribe(Postgres|Redis|S3)\(/.test(text) && (mixed || !text.includes('describeWithoutServices('))
    );
  });
}

function testFiles(room: string): readonly string[] {
  const paths = readdirSync(join(import.meta.dirname, room), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.test.ts')).map((path) => `${room}/${path}`);
}

function suitesOfPart(): { readonly include: string[]; readonly exclude: string[] } {
  if (testPart === 'services') return { include: serviceSuites({ mixed: true }), exclude: longSuites };
  if (testPart === 'browser') return { include: browserSuites(), exclude: [] };
  if (testPart === 'compilers') return { include: compilerSuites, exclude: [] };
  if (testPart === 'postgres') {
    // They choose their database themselves.
    const ownDatabase = [
      ...['tests/postgres/**', 'runtime/storage/dialects/{postgres,sqlite}/**'],
      ...['tests/contract/commands.test.ts', 'tests/search/rebuild.test.ts'],
    ];
    return { include: allSuites, exclude: [...longSuites, ...ownDatabase] };
  }
  if (testPart === 'releases') return { include: allSuites, exclude: [...longSuites, ...waitingSuites] };
  if (testPart === 'quick') {
    return {
      include: allSuites,
      exclude: [...longSuites, ...installSuites, ...serviceSuites({ mixed: false }), ...browserSuites()],
    };
  }
  return { include: allSuites, exclude: process.env['SVC_TEST_LONG'] ? [] : longSuites };
}

const { include, exclude } = suitesOfPart();

/** They load `@hono/node-server`, which replaces the global `Response`, and need processes of their own. */
const ownProcess = ['headers-of-others', 'mounting-guide', 'sign-in-when-mounted', 'unannounced-bodies'].map(
  (name) => `tests/http/${name}.test.ts`,
);

const project = {
  exclude: ['**/node_modules/**', ...exclude],
  // Several processes of the command line or statements on a server take seconds each on a busy machine.
  testTimeout: 60_000,
  // Hooks build projects, and empty a bucket, beside two other suites.
  hookTimeout: 180_000,
  // What a test waits for may take longer than the usual second on such a machine.
  expect: { poll: { timeout: 10_000 } },
  // On a shared machine one of thousands of tests with browsers and processes may meet a pause of seconds.
  // It is run once more, and CI names it (scripts/count-tests.js).
  retry: process.env['CI'] ? 1 : 0,
};

const config: ViteUserConfig = defineConfig({
  test: {
    globalSetup: [
      'tests/support/machine-settings.ts',
      'tests/support/build-once.ts',
      'tests/support/test-database-setup.ts',
      'tests/support/memory-folder.ts',
      'tests/support/projects-of-run.ts',
    ],
    sequence: { sequencer: LongestFirst },
    // Transforming the sources took 15 s of processor time in each run, and CI has seven of them.
    experimental: { fsModuleCache: true },
    // On two cores: real processes, sockets and browsers leave them idle for a third of the time.
    maxWorkers: 3,
    // `npm run coverage`: what the guarantees of the service depend on most.
    coverage: {
      provider: 'v8',
      include: ['runtime/{access,auth,documents,query}/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        // They run in processes of the command line (tests/cli/transfer, doctor), which this does not reach.
        'runtime/documents/transfer/**',
        'runtime/auth/sessions/redis/inspect-redis.ts',
      ],
      reporter: ['text', 'html'],
      thresholds: { lines: 95 },
    },
    projects: [
      {
        plugins: [sourcesOnly],
        // A worker loads the sources once for all of its files, which otherwise takes a third of the time.
        test: {
          ...project,
          name: 'shared',
          include,
          exclude: [...project.exclude, ...ownProcess],
          isolate: false,
        },
      },
      { test: { ...project, name: 'own process', include: include === allSuites ? ownProcess : [] } },
    ],
  },
});

export default config;
