/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { scaledPixels, zoomedContainers } from './vite-css.ts'

// The same bundle runs in the desktop window (WebKitGTK) and, from `apprentice serve`, in a
// browser.
export default defineConfig({
  plugins: [react()],
  // To use another port during development: `APPRENTICE_SERVE=http://127.0.0.1:PORT npm run dev`.
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': process.env.APPRENTICE_SERVE ?? 'http://127.0.0.1:7310' },
  },
  build: {
    target: ['safari17.5', 'chrome123'],
    cssTarget: ['safari17.5', 'chrome123'],
    sourcemap: false,
    // The bundle is read from disk, so one larger file costs less than many small ones.
    chunkSizeWarningLimit: 1500,
    assetsInlineLimit: 0,
  },
  css: {
    modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' },
    postcss: { plugins: [zoomedContainers, scaledPixels] },
  },
  test: {
    environment: 'jsdom',
    // Tests render whole pages, sometimes on a busy machine.
    testTimeout: 30_000,
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
