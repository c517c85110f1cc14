import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { earlyRequest } from './early-request.js';
import { framePage } from './frame-page.js';
import { layerOrder } from './layer-order.js';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the dashboard into `dist/admin`. Its Content-Security-Policy allows no inline script, no inline
 * style and no `data:` address, so nothing is inlined. Every file except `index.html` has the hash of its
 * content in its name.
 */
const config: UserConfig = defineConfig({
  root: folder('.'),
  base: '/admin/',
  // The server may be mounted at a path, which it writes into the page: the other files find each other.
  experimental: {
    renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  plugins: [
    react(),
    framePage(),
    earlyRequest('/api/admin/meta'),
    layerOrder(['tokens', 'base', 'ui', 'app', 'screens']),
  ],
  resolve: {
    alias: {
      // It adds a style element at run time, which the policy forbids. Ours locks the page by an attribute.
      'react-remove-scroll': folder('src/ui/remove-scroll.tsx'),
    },
  },
  build: {
    outDir: folder('../dist/admin'),
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // The licenses of what is bundled demand their notices beside each copy; `npm run sbom` lists from it.
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      output: {
        // A request costs more than the bytes of a small file: what starts the dashboard is one file, and
        // so is what several screens share.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
});

export default config;
