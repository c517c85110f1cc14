import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{bin,generator,runtime,templates,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/build-once.ts'],
    // Two cores: more workers only make timing-dependent parts (real processes, real sockets) wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

export default config;
