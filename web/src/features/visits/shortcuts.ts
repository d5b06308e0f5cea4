import type { TextTemplate } from '../../api/records.ts'

/** What was typed up to the cursor, if it ends with a semicolon and a few letters. */
const typedShortcut = /(^|\s);(\S{1,31})$/

/** Replaces `;abc` before the cursor by the template that has this shortcut. */
export const expandShortcut = (
  written: string,
  cursor: number,
  templates: readonly Pick<TextTemplate, 'shortcut' | 'text'>[],
): { readonly text: string; readonly cursor: number } | undefined => {
  const before = written.slice(0, cursor)
  const shortcut = typedShortcut.exec(before)?.[2]?.toLowerCase()
  const template = templates.find((one) => one.shortcut !== '' && one.shortcut.toLowerCase() === shortcut)
  if (shortcut === undefined || template === undefined) return undefined
  const start = `${before.slice(0, -shortcut.length - 1)}${template.text}`
  return { text: `${start}${written.slice(cursor)}`, cursor: start.length }
}
