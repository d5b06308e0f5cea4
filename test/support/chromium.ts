import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions } from 'playwright-core'

/** Where Debian's Chromium is, and how it is started. The headless shell takes a fifth less, and does not know a touch screen as one. */
export const chromiumAt = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}

/** Debian's Chromium with a profile of its own, which is removed when it is closed. */
export const openChromium = async (options: BrowserContextOptions = {}) => {
  const profile = mkdtempSync(join(tmpdir(), 'fetlock-browser-'))
  const context = await chromium.launchPersistentContext(profile, { ...chromiumAt, ...options })
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true })
    },
  }
}
