import { encode } from 'uqr'
import { html, type Markup } from '../kernel/markup.ts'

/** A QR code as a drawing in the page: one path with a square for each dark module. */
export const qrCode = (text: string, label: string): Markup => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path
 d="${squares.join('')}"/></svg>`
}
