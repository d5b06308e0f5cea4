/** HTML that is safe to put into a page as it is. */
export type Html = { readonly html: string }
type Piece = Html | string | number | undefined | readonly Html[]

const letters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => letters[letter] ?? letter)

const render = (piece: Piece): string => {
  if (piece === undefined) return ''
  if (typeof piece === 'object') return 'html' in piece ? piece.html : piece.map(({ html }) => html).join('')
  return escape(String(piece))
}

/** Writes a piece of a page; every value that is not HTML already is escaped. */
export const html = (text: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: text.reduce((page, part, index) => page + render(pieces[index - 1]) + part),
})
