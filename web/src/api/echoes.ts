/** The versions of records that this tab wrote itself, whose events tell it nothing new. */
const written = new Set<string>()
const maxKept = 200

type Version = { readonly url: string; readonly modified: string }
const nameOf = ({ url, modified }: Version) => `${url} ${modified}`

export const noteWritten = (answer: unknown): void => {
  // What changes many records at once answers a list of them.
  if (Array.isArray(answer)) return answer.forEach(noteWritten)
  // A composite answers what became of each of its entries.
  if (typeof answer === 'object' && answer !== null && 'entries' in answer)
    return (answer.entries as readonly { readonly body?: unknown }[]).forEach(({ body }) => noteWritten(body))
  if (typeof answer !== 'object' || answer === null || !('url' in answer) || !('modified' in answer)) return
  written.add(nameOf(answer as Version))
  if (written.size > maxKept) written.delete(written.values().next().value!)
}

export const isOwnEcho = (event: { readonly url: string | null; readonly modified: string }) =>
  event.url !== null && written.has(nameOf({ url: event.url, modified: event.modified }))
