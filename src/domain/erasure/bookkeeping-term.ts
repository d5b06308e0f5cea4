type Term = { readonly years: number; readonly source: { readonly law: string; readonly page: string } }

/**
 * For how many years after the financial year an invoice has to be kept, by the country of the organisation. It is not part of
 * the profiles that a new organisation starts with: when a law changes, it changes for everybody.
 */
export const bookkeepingTerms: Readonly<Record<string, Term>> = {
  FI: {
    years: 6,
    source: {
      law: 'Accounting Act (1336/1997), chapter 2, section 10: vouchers, six years from the end of the year in which the financial year ended',
      page: 'https://www.finlex.fi/fi/laki/ajantasa/1997/19971336',
    },
  },
  IE: {
    years: 6,
    source: {
      law: 'Companies Act 2014, section 285: six years after the end of the financial year; Taxes Consolidation Act 1997, section 886: six years',
      page: 'https://www.irishstatutebook.ie/eli/2014/act/38/section/285/enacted/en/html',
    },
  },
}

/** Where nobody has looked the law up: as long as any that we know of asks for. */
export const longestTerm = 10

export const bookkeepingYears = (country: string) => bookkeepingTerms[country]?.years ?? longestTerm
