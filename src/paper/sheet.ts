import { readFileSync } from 'node:fs'
import Pdf from 'pdfkit'

/** A document on A4, page by page. Positions are in points from the upper left corner. */
export type Sheet = PDFKit.PDFDocument

/**
 * Hides the rules by which a font joins and moves letters. European letters need none, and reading the rules takes longer
 * than all the rest of a document.
 */
const withoutShaping = (font: Buffer) => {
  const tables = font.readUInt16BE(4)
  for (let at = 12; at < 12 + tables * 16; at += 16)
    if (/^G(SUB|POS|DEF)$/.test(font.toString('latin1', at, at + 4))) font.write('none', at, 'latin1')
  return font
}

/** Noto Sans has the Latin, Greek and Cyrillic letters of every European language. Its digits are all of one width. */
const fontAt = (address: string) => withoutShaping(readFileSync(new URL(address)))
const fonts = {
  regular: fontAt(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  bold: fontAt(import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
}
export type Weight = keyof typeof fonts

const margins = { top: 48, left: 56, right: 56, bottom: 76 }
const footerSize = 7.5

export type About = { readonly title: string; readonly author: string; readonly dated: Date }

/** Begins a document. Nothing in it depends on when it is made, so the same content is the same bytes. */
export const openSheet = ({ title, author, dated }: About): Sheet => {
  const sheet = new Pdf({
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
  for (const [weight, font] of Object.entries(fonts)) sheet.registerFont(weight, font)
  return write(sheet, 'regular', 9)
}

export const write = (sheet: Sheet, weight: Weight, size: number): Sheet => sheet.font(weight).fontSize(size)

export const left = (sheet: Sheet) => sheet.page.margins.left
export const right = (sheet: Sheet) => sheet.page.width - sheet.page.margins.right
export const widthOf = (sheet: Sheet) => right(sheet) - left(sheet)
const bottom = (sheet: Sheet) => sheet.page.height - sheet.page.margins.bottom

/** Whether so much still fits on the page below where the last thing ended. */
export const hasRoom = (sheet: Sheet, height: number) => sheet.y + height <= bottom(sheet)

/** Goes on to a new page unless so much still fits on this one. */
export const makeRoom = (sheet: Sheet, height: number) => {
  if (!hasRoom(sheet, height)) sheet.addPage()
}

export const drawLine = (sheet: Sheet, from: number, to: number, thickness = 0.5) => {
  sheet.lineWidth(thickness).moveTo(from, sheet.y).lineTo(to, sheet.y).stroke()
}

/** The bytes of a document, with its footer and number on every page. */
export const finishSheet = async (sheet: Sheet, footer: string): Promise<Buffer> => {
  const { count } = sheet.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(page)
    sheet.page.margins.bottom = 0
    sheet.y = sheet.page.height - margins.bottom + 22
    drawLine(sheet, left(sheet), right(sheet))
    write(sheet, 'regular', footerSize)
    const at = sheet.y + 6
    const number = `Page ${page + 1} of ${count}`
    sheet.text(footer, left(sheet), at, { width: widthOf(sheet) - sheet.widthOfString(number) - 24 })
    sheet.text(number, left(sheet), at, { width: widthOf(sheet), align: 'right' })
  }
  sheet.end()
  const parts: Buffer[] = []
  for await (const part of sheet as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
