import { readFileSync } from 'node:fs'
import PdfKit from 'pdfkit'

/** A PDF document on A4. Positions are in points from the upper left corner of the page. */
export type PdfDocument = PDFKit.PDFDocument

/**
 * Hides the OpenType layout tables (ligatures, kerning). European text can do without, and reading them takes longer than
 * rendering the rest of a document.
 */
const withoutShaping = (font: Buffer) => {
  const tables = font.readUInt16BE(4)
  for (let at = 12; at < 12 + tables * 16; at += 16)
    if (/^G(SUB|POS|DEF)$/.test(font.toString('latin1', at, at + 4))) font.write('none', at, 'latin1')
  return font
}

/** Noto Sans covers the Latin, Greek and Cyrillic letters of every European language. All its digits have the same width. */
const fontAt = (address: string) => withoutShaping(readFileSync(new URL(address)))
const fonts = {
  regular: fontAt(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  bold: fontAt(import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
}
export type Weight = keyof typeof fonts

const margins = { top: 48, left: 56, right: 56, bottom: 76 }
const footerSize = 7.5

export type About = { readonly title: string; readonly author: string; readonly dated: Date }

/** Opens a document. Nothing in it depends on when it is rendered, so the same content gives the same bytes. */
export const openDocument = ({ title, author, dated }: About): PdfDocument => {
  const pdf = new PdfKit({
    size: 'A4',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'en',
    displayTitle: true,
    font: '',
    info: {
      Title: title,
      Author: author,
      Creator: 'Fetlock',
      Producer: 'Fetlock',
      CreationDate: dated,
      ModDate: dated,
    },
  })
  for (const [weight, font] of Object.entries(fonts)) pdf.registerFont(weight, font)
  return write(pdf, 'regular', 9)
}

export const write = (pdf: PdfDocument, weight: Weight, size: number): PdfDocument => pdf.font(weight).fontSize(size)

export const left = (pdf: PdfDocument) => pdf.page.margins.left
export const right = (pdf: PdfDocument) => pdf.page.width - pdf.page.margins.right
export const widthOf = (pdf: PdfDocument) => right(pdf) - left(pdf)
const bottom = (pdf: PdfDocument) => pdf.page.height - pdf.page.margins.bottom

/** Whether this height fits on the page below the current position. */
export const hasRoom = (pdf: PdfDocument, height: number) => pdf.y + height <= bottom(pdf)

/** Starts a new page unless this height fits on the current one. */
export const makeRoom = (pdf: PdfDocument, height: number) => {
  if (!hasRoom(pdf, height)) pdf.addPage()
}

export const drawLine = (pdf: PdfDocument, from: number, to: number, thickness = 0.5) => {
  pdf.lineWidth(thickness).moveTo(from, pdf.y).lineTo(to, pdf.y).stroke()
}

/** Adds the footer and the page number to every page, and returns the bytes of the document. */
export const finishDocument = async (pdf: PdfDocument, footer: string): Promise<Buffer> => {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    pdf.y = pdf.page.height - margins.bottom + 22
    drawLine(pdf, left(pdf), right(pdf))
    write(pdf, 'regular', footerSize)
    const at = pdf.y + 6
    const number = `Page ${page + 1} of ${count}`
    pdf.text(footer, left(pdf), at, { width: widthOf(pdf) - pdf.widthOfString(number) - 24 })
    pdf.text(number, left(pdf), at, { width: widthOf(pdf), align: 'right' })
  }
  pdf.end()
  const parts: Buffer[] = []
  for await (const part of pdf as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
