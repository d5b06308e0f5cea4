export const sessionCookie = 'fetlock_session'
export const formCookie = 'fetlock_form'
/** Names a sign-in whose second factor is still missing. */
export const pendingCookie = 'fetlock_sign_in'
/** Says who has signed in with this browser before. */
export const knownBrowserCookie = 'fetlock_known'
/** Says who has given a second factor in this browser. */
export const factorMarkCookie = 'fetlock_factor'
/** Says that somebody has signed in to this clinic with this browser before. */
export const clinicCookie = 'fetlock_clinic'

/** Browsers take a cookie of this name over https only, so that nobody in the network between can plant one. */
const securePrefix = '__Secure-'

/** What a cookie is called in the header; our code calls it the same everywhere. */
export const cookieName = (name: string, secure: boolean) => (secure ? `${securePrefix}${name}` : name)

/**
 * Reads a Cookie header: over https only the cookies whose prefix proves that they came so, without that prefix. Of two
 * cookies with one name the first counts, which is the one with the longest path.
 */
export const readCookies = (header: string | undefined, secure: boolean): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const sent = pair.slice(0, Math.max(at, 0)).trim()
    const isOurs = secure ? sent.startsWith(securePrefix) : sent !== ''
    const name = secure ? sent.slice(securePrefix.length) : sent
    if (isOurs && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

/** The header without some of its cookies. */
export const dropCookies = (header: string, names: readonly string[], secure: boolean) =>
  header
    .split(';')
    .filter((pair) => {
      const sent = pair.slice(0, Math.max(pair.indexOf('='), 0)).trim()
      return !names.some((name) => sent === cookieName(name, secure))
    })
    .join(';')

type Cookie = { readonly path: string; readonly secure: boolean; readonly seconds?: number | undefined }

/** A cookie that scripts cannot read and that forms of other sites do not send. Zero seconds deletes it. */
export const writeCookie = (name: string, value: string, { path, secure, seconds }: Cookie) =>
  [
    `${cookieName(name, secure)}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ')

/** Whether cookies are to be sent over https only. */
export const isSecure = (publicUrl: string) => new URL(publicUrl).protocol === 'https:'
