import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { sourcesOnly } from './tests/support/module-cache.js';

/** Take seconds each: long texts, patterns that grow, and processes that are killed. `npm test` runs them. */
const slow = [
  'generator/load/pattern-growth.test.ts',
  'runtime/query/compile/every-character.test.ts',
  'runtime/storage/dialects/sqlite/processes.test.ts',
];

/** The quick suites of `npm run check`: unit tests beside the sources and the habits. They need no server. */
const config: ViteUserConfig = defineConfig({
  plugins: [sourcesOnly],
  test: {
    include: ['{admin/src,bin,generator,runtime,templates}/**/*.test.ts', 'tests/architecture/*.test.ts'],
    exclude: ['**/node_modules/**', ...slow],
    // The habits look at the declarations of the package.
    globalSetup: ['tests/support/machine-settings.ts', 'tests/support/build-once.ts'],
    // A worker loads the sources once for all of its files.
    isolate: false,
    experimental: { fsModuleCache: true },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

export default config;
