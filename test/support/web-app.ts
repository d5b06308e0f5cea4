import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { atNight } from './night.ts'

/** A time zone in which it is about noon, so that an hour before and after now are the same day. */
export const zoneOfNoon = () => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** What axe finds on a page as it is. */
export const violationsNow = async (tab: Page) => {
  const { violations } = await new AxeBuilder({ page: tab }).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
}

/** What axe finds on a page, at night in both schemes. The page is light afterwards. */
export const violationsOn = async (tab: Page) => {
  const found: string[] = []
  for (const colorScheme of atNight ? (['dark', 'light'] as const) : (['light'] as const)) {
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await violationsNow(tab)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}
