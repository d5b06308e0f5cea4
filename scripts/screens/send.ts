/** A record of the API, as far as it is used here. */
export type Shown = { readonly id: number; readonly url: string; readonly [field: string]: unknown }

/** Sends a request to the API of a clinic and answers the body; anything but success is an error. */
export type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Shown>

export const sendAs =
  (base: string, token: string): Send =>
  async (method, path, body) => {
    const response = await fetch(path.startsWith('http') ? path : `${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Shown
  }

export const list = async (send: Send, path: string) =>
  ((await send('GET', path)) as unknown as { results: readonly Shown[] }).results

export const first = async (send: Send, path: string): Promise<Shown> => {
  const [found] = await list(send, path)
  if (found === undefined) throw new Error(`The demo clinic has nothing for ${path}`)
  return found
}

export const idOf = (url: unknown) => Number(String(url).split('/').at(-2))
