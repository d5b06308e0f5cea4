import { invalid } from '../../kernel/errors.ts'

export const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A private-use scheme is a reversed domain name (RFC 8252), which also excludes javascript: and data:. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

export type RedirectKind = 'https' | 'loopback' | 'private' | 'unfit'

export const kindOfRedirect = (uri: string): RedirectKind => {
  const url = URL.parse(uri)
  if (url === null || uri.includes('#') || url.username !== '' || url.password !== '') return 'unfit'
  if (url.protocol === 'http:') return loopback.has(url.hostname) ? 'loopback' : 'unfit'
  if (url.protocol === 'https:') return loopback.has(url.hostname) ? 'unfit' : 'https'
  return privateScheme.test(url.protocol) ? 'private' : 'unfit'
}

/** Refuses addresses to which an authorization code could be sent in the clear or to the wrong program. */
export const requireGoodRedirects = (uris: readonly string[], isPublic: boolean) => {
  if (isPublic && uris.length === 0)
    throw invalid(
      'redirect_uris',
      'A public application signs people in, so it needs at least one redirect URI.',
      'empty',
    )
  for (const uri of uris) {
    const kind = kindOfRedirect(uri)
    if (kind === 'unfit' || (kind === 'private' && !isPublic))
      throw invalid(
        'redirect_uris',
        `${uri} cannot be used. Use https://, or http:// with localhost or a loopback address; ` +
          'a public application may also use a private scheme such as com.example.app:/back. Leave out any #fragment.',
      )
  }
}
