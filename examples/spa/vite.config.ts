import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'web' },
  // During development the page is on port 5173, and its requests go to `svc dev`.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
