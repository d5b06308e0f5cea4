import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions } from 'playwright-core'

/**
 * The pop-up of the address bar, which nobody sees, has a renderer of its own in each window, and one more is kept for the
 * next page: without them a window costs a third of the processor time. Chromium takes the last such list only, so what
 * Playwright switches off is named again.
 */
const switchedOff = `
  WebUIOmniboxPopup WebUIOmniboxAimPopup SpareRendererForSitePerProcess
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
  LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
  OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch`
  .trim()
  .split(/\s+/)

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
    `--disable-features=${switchedOff.join(',')}`,
  ],
}

/** Debian's Chromium with a profile of its own, which is removed when it is closed. */
export const openChromium = async (options: BrowserContextOptions = {}) => {
  const profile = mkdtempSync(join(tmpdir(), 'fetlock-browser-'))
  const context = await chromium.launchPersistentContext(profile, { ...chromiumAt, ...options })
  // A busy machine is slow; a step that never comes is told all the same.
  context.setDefaultTimeout(300_000)
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true })
    },
  }
}
