import { execFileSync } from 'node:child_process'

const read = (pdf: Buffer, ...options: readonly string[]) =>
  execFileSync('pdftotext', [...options, '-', '-'], { input: pdf, encoding: 'utf8' })

/** The text of each page of a PDF, in reading order, with runs of spaces collapsed. */
export const pagesOf = (pdf: Buffer): string[] =>
  read(pdf, '-layout')
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replaceAll('\u00a0', ' ').replaceAll(/ +/g, ' ').replaceAll(/^ | $/gm, ''))

export const linesOf = (pdf: Buffer): string[] =>
  pagesOf(pdf)
    .join('\n')
    .split('\n')
    .filter((line) => line !== '')
