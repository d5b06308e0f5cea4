/** A moment as a clock on the wall of the department shows it, in the reader's language. */
type Place = { readonly locale: string; readonly zone: string }

/** The day in words, such as Monday 16 November 2026. */
export const dayIn = (at: Date, { locale, zone }: Place): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: zone }).format(at)

/** Hours and minutes, such as 14:30 or 2:30 PM. */
export const timeIn = (at: Date, { locale, zone }: Place): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone }).format(at)

/** A calendar date (2026-11-16) in words. */
export const dateIn = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Several names as a sentence has them: Bella, Max and Rex. */
export const listIn = (names: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

/** An amount with its currency. The decimal is text from end to end. */
export const amountIn = (amount: string, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral)
