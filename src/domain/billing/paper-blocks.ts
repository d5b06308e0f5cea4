import { left, type PdfDocument, right, type Weight, widthOf, write } from '../../pdf/document.ts'

export const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
export const labelled = (label: string, value: string) => (value === '' ? '' : `${label} ${value}`)

/** A reference or an account, as people read it aloud. */
export const inFours = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$& ')

export const isZero = (number: string) => Number(number) === 0

export const lineHeight = 16

export type Block = { readonly x: number; readonly width: number }
/** The width of each of two blocks that stand side by side. */
export const half = (pdf: PdfDocument) => (widthOf(pdf) - 28) / 2
export const leftHalf = (pdf: PdfDocument): Block => ({ x: left(pdf), width: half(pdf) })
export const rightHalf = (pdf: PdfDocument): Block => ({ x: right(pdf) - half(pdf), width: half(pdf) })

export const drawLines = (pdf: PdfDocument, { x, width }: Block, lines: readonly string[], size = 9) => {
  write(pdf, 'regular', size)
  for (const line of lines) pdf.text(line, x, pdf.y, { width, lineGap: 1.5 })
}

/** A label on the left and its value on the right. */
export const drawFact = (
  pdf: PdfDocument,
  { x, width }: Block,
  [label, value]: Fact,
  weight: Weight = 'regular',
  size = 9,
) => {
  write(pdf, weight, size)
  const { y } = pdf
  const part = Math.min(pdf.widthOfString(label) + 1, width * 0.6)
  pdf.text(label, x, y, { width: part })
  const end = pdf.y
  pdf.text(value, x + part + 12, y, { width: width - part - 12, align: 'right' })
  pdf.y = Math.max(end, pdf.y) + 3
}
export type Fact = readonly [label: string, value: string]
