export const sessionCookie = 'fetlock_session'
export const formCookie = 'fetlock_form'

/** Reads a Cookie header. Of two cookies with one name the first counts, which is the one with the longest path. */
export const readCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

/** The header without some of its cookies. */
export const dropCookies = (header: string, names: readonly string[]) =>
  header
    .split(';')
    .filter((pair) => !names.includes(pair.slice(0, Math.max(pair.indexOf('='), 0)).trim()))
    .join(';')

type Cookie = { readonly path: string; readonly secure: boolean; readonly seconds?: number | undefined }

/** A cookie that scripts cannot read and that forms of other sites do not send. Zero seconds deletes it. */
export const writeCookie = (name: string, value: string, { path, secure, seconds }: Cookie) =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ')
