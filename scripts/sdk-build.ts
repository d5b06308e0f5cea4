import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './services/processes.ts'
import { checkout } from './services/settings.ts'

/** What is published is JavaScript with declarations; in a checkout the package is its sources. */
const published = (path: string) => ({ types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') })

const source = join(checkout, 'sdk')

/** Builds the package that is published, into `sdk/dist` unless told otherwise: `npm pack ./sdk/dist`. */
export const buildSdk = async (built = join(source, 'dist')): Promise<string> => {
  rmSync(built, { recursive: true, force: true })
  await command(join(checkout, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', built])
  // Declarations keep the names of the sources, which older compilers do not find.
  for (const file of globSync(join(built, '*.d.ts')))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  const { private: _private, exports, ...description } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const server = exports['./server']
  const paths = {
    '.': published(exports['.']),
    './server': { browser: published(server.browser), ...published(server.default) },
  }
  writeFileSync(join(built, 'package.json'), `${JSON.stringify({ ...description, exports: paths }, null, 2)}\n`)
  // Outside of the repository its links lead nowhere.
  const page = readFileSync(join(source, 'README.md'), 'utf8').replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1')
  writeFileSync(join(built, 'README.md'), page)
  copyFileSync(join(checkout, 'LICENSE'), join(built, 'LICENSE'))
  return built
}

if (import.meta.main) console.log(await buildSdk())
