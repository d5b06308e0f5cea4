type Version = { readonly url: string; readonly modified: string }

const maxKept = 500
const maxWaitMs = 1_000
/** Who made which version of a record, as the event stream tells it. */
const authors = new Map<string, string>()
const waiting = new Map<string, ((author: string) => void)[]>()
const nameOf = ({ url, modified }: Version) => `${url} ${modified}`

type Told = { readonly url: string | null; readonly modified: string; readonly actor: string | null }

export const noteAuthors = (events: readonly Told[]) => {
  for (const { url, modified, actor } of events) {
    if (url === null || actor === null) continue
    const name = nameOf({ url, modified })
    authors.set(name, actor)
    for (const tell of waiting.get(name) ?? []) tell(actor)
    waiting.delete(name)
  }
  for (const name of authors.keys()) {
    if (authors.size <= maxKept) break
    authors.delete(name)
  }
}

/** The URL of the user who made a version. Its event may come a moment after the refusal that makes us ask. */
export const authorOf = (version: Version): Promise<string | undefined> => {
  const name = nameOf(version)
  const known = authors.get(name)
  if (known !== undefined) return Promise.resolve(known)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.delete(name)
      resolve(undefined)
    }, maxWaitMs)
    const tell = (author: string) => (clearTimeout(timer), resolve(author))
    waiting.set(name, [...(waiting.get(name) ?? []), tell])
  })
}
