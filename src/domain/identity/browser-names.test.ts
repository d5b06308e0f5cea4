import { expect, it } from 'vitest'
import { browserName, isPhone } from './browser-names.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0`, 'Firefox on Windows', false],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on Windows', false],
  [`${mozilla} (Windows NT 10.0) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge on Windows', false],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on ChromeOS', false],
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0`, 'Opera on Linux', false],
  [`${mozilla} (Linux; Android 14; Pixel 8) ${webkit} Chrome/130.0 Mobile Safari/537.36`, 'Chrome on Android', true],
  [
    `${mozilla} (Linux; Android 14) ${webkit} SamsungBrowser/27.0 Chrome/125.0 Mobile`,
    'Samsung Internet on Android',
    true,
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.1 Safari/605.1`,
    'Safari on a Mac',
    false,
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari on an iPhone',
    true,
  ],
  [`${mozilla} (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605 CriOS/130.0 Mobile/15E148`, 'Chrome on an iPad', true],
  ['curl/8.5.0', 'An unknown browser', false],
  ['', 'An unknown browser', false],
])('%s is %s', (userAgent, name, phone) => {
  expect([browserName(userAgent), isPhone(userAgent)]).toEqual([name, phone])
})
