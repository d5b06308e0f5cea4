import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './services/settings.ts'

const folder = join(checkout, 'web/dist')
const page = join(folder, 'index.html')

/** Where the built clinic app is. It is built if that has not been done since its sources were changed. */
export const builtWebApp = () => {
  const sources = globSync(['web/src/**/*', 'web/index.html', 'web/vite.config.ts'], { cwd: checkout })
  const changedAt = Math.max(...sources.map((path) => statSync(join(checkout, path)).mtimeMs))
  if (!existsSync(page) || statSync(page).mtimeMs < changedAt)
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: checkout,
      stdio: ['ignore', 'inherit', 'ignore'],
      // The test runner's own NODE_ENV would build React for developers, which is not what clinics get.
      env: { ...process.env, NODE_ENV: 'production' },
    })
  return folder
}
