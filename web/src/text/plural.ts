const rules = new Intl.PluralRules('en')

type Forms = { readonly one: string; readonly other: string }

/** The words for a count, as English has it. Another language has as many forms as its rules say. */
export const byCount = (count: number, { one, other }: Forms) => (rules.select(count) === 'one' ? one : other)

/** A count with its noun, as English has it: 1 row, 2 rows. */
export const plural = (count: number, forms: Forms) => `${count} ${byCount(count, forms)}`
