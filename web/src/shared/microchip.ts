import { text } from '../text/en.ts'

/** Chips are read in groups of digits, and found by all of them. */
export const plainChip = (typed: string) => typed.trim().replace(/[\s.-]/g, '')

/** What to ask about a chip that does not have the 15 digits of ISO 11784. Those from before it have fewer, or letters. */
export const oddChip = (typed: string): string | undefined => {
  const chip = plainChip(typed)
  return chip === '' || /^\d{15}$/.test(chip) ? undefined : text.registration.oddChip([...chip].length)
}
