/** A requirement of OWASP ASVS 5.0 in our own words, and what there is to say of it besides the tests that cite it. */
export type Row = {
  readonly id: string
  readonly level: 1 | 2 | 3
  readonly asks: string
  /** It is met by what is written, not by what the program does: the page, and what it says. */
  readonly document?: { readonly page: string; readonly says: string }
  /** Why there is nothing here that it could be about. */
  readonly doesNotApply?: string
  /** Why it is not met, or only in part. */
  readonly open?: string
}
export type Chapter = { readonly id: string; readonly title: string; readonly rows: readonly Row[] }
