import { describe, expect, it } from 'vitest'
import { expandShortcut } from './shortcuts.ts'

const templates = [
  { shortcut: 'Exam', text: 'Alert, mm pink.' },
  { shortcut: '', text: 'Without one' },
]

describe('the shortcut of a template', () => {
  it('is replaced by its text, where the cursor is', () => {
    expect(expandShortcut('Seen. ;exam\nRest', 11, templates)).toEqual({
      text: 'Seen. Alert, mm pink.\nRest',
      cursor: 21,
    })
    expect(expandShortcut(';EXAM', 5, templates)?.text).toBe('Alert, mm pink.')
  })

  it('is one only after a semicolon that begins a word, and if a template has it', () => {
    for (const typed of ['exam', 'a;exam', ';exa', ';', ''])
      expect(expandShortcut(typed, typed.length, templates)).toBeUndefined()
  })
})
