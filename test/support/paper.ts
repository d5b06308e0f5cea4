import { execFileSync } from 'node:child_process'

const read = (pdf: Buffer, ...options: readonly string[]) =>
  execFileSync('pdftotext', [...options, '-', '-'], { input: pdf, encoding: 'utf8' })

/** What a PDF says, page by page, as a person reads it: line by line, with one space where there are several. */
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
