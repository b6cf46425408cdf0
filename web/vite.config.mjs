import { defineConfig } from 'vite';

/** The console: one page, with a chunk for each route. `web/build.mjs` runs it. */
export default defineConfig({
  root: new URL('console', import.meta.url).pathname,
  base: '/console/',
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL in a style or script would be one more thing that the policy must permit.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
