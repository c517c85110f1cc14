import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What tests write and import: each run has other files. */
const written = join(import.meta.dirname, '../../tmp');

/**
 * Keeps the transformed sources for the next run (`experimental.fsModuleCache`), but not what tests write and
 * import, which would only fill the cache.
 */
export const sourcesOnly: Plugin = {
  name: 'svc:sources-only',
  configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
    defineCacheKey(({ id }) => (id.startsWith(written) ? false : undefined));
  },
};
