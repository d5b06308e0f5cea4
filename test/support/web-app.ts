import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { checkout } from '../../scripts/services/settings.ts'

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

/** A time zone in which it is about noon, so that an hour before and after now are the same day. */
export const zoneOfNoon = () => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** What axe finds on a page in both schemes. The page is light afterwards. */
export const violationsOn = async (tab: Page) => {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page: tab }).setLegacyMode().analyze()
    found.push(...violations.map(({ id, nodes }) => `${colorScheme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`))
  }
  return found
}
