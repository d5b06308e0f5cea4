/** A key that JSON cannot contain, so that data is never taken for markup. */
const trusted = Symbol('markup')
export type Markup = { readonly [trusted]: string }
type Part = string | number | Markup | undefined | readonly Part[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const write = (part: Part): string => {
  if (part === undefined) return ''
  if (typeof part !== 'object') return String(part).replace(/[&<>"']/g, (character) => entities[character]!)
  return trusted in part ? part[trusted] : part.map(write).join('')
}

/** Everything put into the template is escaped, except what came out of one. Attribute values need their quotes. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  [trusted]: texts.reduce((before, text, index) => `${before}${write(parts[index - 1])}${text}`),
})
