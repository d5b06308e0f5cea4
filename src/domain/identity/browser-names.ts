/** The first that fits names it: many browsers also claim to be those further down. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: typeof browsers, userAgent: string) => list.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A browser in words that its person recognises, such as "Firefox on Windows". Only a hint: programs send what they like. */
export const browserName = (userAgent: string) => {
  const browser = nameIn(browsers, userAgent) ?? 'An unknown browser'
  const system = nameIn(systems, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Whether it runs on something that fits in a pocket. */
export const isPhone = (userAgent: string) => /\b(iPhone|Android|Mobile)\b/.test(userAgent)
