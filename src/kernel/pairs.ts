import { invalid, nonField } from './errors.ts'

/** How many pairs a form or a query may have. */
export const maxPairs = { body: 2000, query: 100 } as const
export const tooManyPairs = {
  body: `Send at most ${maxPairs.body} fields.`,
  query: `Give at most ${maxPairs.query} parameters.`,
}

/** Pairs as in a form or a query. Escapes that are no UTF-8 are refused: they would silently become another character. */
export const pairsIn = (encoded: string, what: 'body' | 'query'): URLSearchParams => {
  if (encoded.split('&', maxPairs[what] + 1).length > maxPairs[what])
    throw invalid(nonField, tooManyPairs[what], 'max_items')
  try {
    decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, ''))
  } catch {
    throw invalid(nonField, `The ${what} is not valid UTF-8.`, 'parse_error')
  }
  return new URLSearchParams(encoded)
}
