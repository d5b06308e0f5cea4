import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What every page begins with, and the board is drawn with. */
const drawnFirst = /\/src\/screen\.tsx$/
const font = /inter-latin-wght-normal.*\.woff2$/

/**
 * What every page begins with, in two chunks instead of the twenty that its sharing with other pages would make of it: together
 * they compress better. Each has all that these modules import, unless the one before has it; the first, which asks, must not
 * wait for the second, which draws (scripts/web-size.ts looks at that).
 */
const firstPage = [
  { name: 'first', test: /\/src\/start\.ts$|vite\/preload-helper/, priority: 2 },
  { name: 'frame', test: /\/src\/router\.tsx$|\/react-dom\/client\.js$|\/MantineProvider\.mjs$/, priority: 1 },
]

/** Names in the page what would otherwise be found one after another: in the script, in what it imports, and in the styles. */
const preloadFirstPage: Plugin = {
  name: 'preload-first-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = Object.values(bundle)
      const found = new Set<string>()
      const add = (fileName: string) => {
        const file = bundle[fileName]
        if (file?.type !== 'chunk' || found.has(fileName)) return
        found.add(fileName)
        for (const imported of file.imports) add(imported)
        for (const style of file.viteMetadata?.importedCss ?? []) found.add(style)
      }
      for (const file of files)
        if (file.type === 'chunk' && drawnFirst.test(file.facadeModuleId ?? '')) add(file.fileName)
      for (const { type, fileName } of files) if (type === 'asset' && font.test(fileName)) found.add(fileName)
      return [...found]
        .filter((fileName) => !html.includes(fileName))
        .map((fileName) => ({
          tag: 'link',
          attrs: { ...preloadOf(fileName), href: `./${fileName}` },
          injectTo: 'head' as const,
        }))
    },
  },
}

const preloadOf = (fileName: string) => {
  if (fileName.endsWith('.js')) return { rel: 'modulepreload', crossorigin: true }
  return fileName.endsWith('.css')
    ? { rel: 'preload', as: 'style', crossorigin: true }
    : { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
}

export default defineConfig({
  root: import.meta.dirname,
  // Addresses begin with the organisation, which is known only when the page is served: files name each other relatively.
  base: './',
  plugins: [react(), preloadFirstPage],
  build: {
    outDir: 'dist',
    manifest: true,
    assetsDir: 'app',
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstPage } } },
    reportCompressedSize: false,
    // scripts/web-size.ts looks at the sizes that matter.
    chunkSizeWarningLimit: 2_000,
  },
})
