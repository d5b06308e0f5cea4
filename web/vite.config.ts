import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // Addresses begin with the organisation, which is known only when the page is served: files name each other relatively.
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    manifest: true,
    assetsDir: 'app',
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // scripts/web-size.ts looks at the sizes that matter.
    chunkSizeWarningLimit: 2_000,
  },
})
