import { home } from './home.ts'

/** What a passkey answers, as JSON; or why there is none: nobody used one, or the service did not say what to sign. */
type Asked = { readonly response: string } | { readonly refused: 'wrong' | 'tooMany' | 'failed' }

/** Has the browser ask for one of the person's passkeys, for what the service wants signed at this address. */
export const askPasskey = async (path: string, form: string): Promise<Asked> => {
  const asked = await fetch(`${home}${path}options/`, {
    method: 'POST',
    body: new URLSearchParams({ form }),
    credentials: 'same-origin',
  })
  if (!asked.ok) return { refused: asked.status === 429 ? 'tooMany' : 'failed' }
  const { publicKey } = (await asked.json()) as { publicKey: PublicKeyCredentialRequestOptionsJSON }
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey)
  const credential = await navigator.credentials.get({ publicKey: options }).catch(() => null)
  return credential instanceof PublicKeyCredential
    ? { response: JSON.stringify(credential.toJSON()) }
    : { refused: 'wrong' }
}
