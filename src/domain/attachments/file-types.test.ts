import { describe, expect, it } from 'vitest'
import { requireEnding, savedName } from './file-types.ts'

describe('the name of a file', () => {
  it.each([
    ['report.pdf', 'application/pdf'],
    ['REPORT.PDF', 'application/pdf'],
    ['report.exe.pdf', 'application/pdf'],
    ['picture.jpeg', 'image/jpeg'],
    ['picture.JPG', 'image/jpeg'],
    ['犬 🐕.txt', 'text/plain'],
  ] as const)('%s ends as a file of the type %s may', (name, type) => {
    expect(() => requireEnding(name, type)).not.toThrow()
    expect(savedName(name, type)).toBe(name)
  })

  it.each([
    ['report.pdf.exe', 'application/pdf', 'report.pdf.exe.pdf'],
    ['report', 'application/pdf', 'report.pdf'],
    ['report.pdf.', 'application/pdf', 'report.pdf..pdf'],
    ['report.pdf ', 'application/pdf', 'report.pdf .pdf'],
    ['.pdf', 'application/pdf', '.pdf.pdf'],
    ['report.png', 'image/jpeg', 'report.png.jpg'],
    ['macro.docm', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'macro.docm.docx'],
  ] as const)('[V5.2.2] [security-11] %s does not end as a file of the type %s', (name, type, saved) => {
    expect(() => requireEnding(name, type)).toThrow(expect.objectContaining({ status: 400 }))
    expect(savedName(name, type)).toBe(saved)
  })
})
