import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { givenApi } from '../testing/api.ts'
import { givenFound } from '../testing/records.ts'
import { allPastVisitsQuery } from './consultation.ts'
import { invoicesQuery, type InvoicesAsked } from './invoice.ts'
import { maxFound } from './lists.ts'

const read = new QueryClient()
const nothing = { count: 0, next: null, previous: null, results: [] }

describe('the invoices of clients with a name', () => {
  const asked: InvoicesAsked = {
    view: 'all',
    q: 'koski',
    from: undefined,
    until: undefined,
    order: undefined,
    page: 1,
    department: undefined,
    today: '2026-11-16',
  }

  it.each([
    [maxFound - 1, false],
    [maxFound, true],
  ])('say that others may have it if the search finds as many as it ever does: %i', async (count, isCut) => {
    const results = Array.from({ length: count }, (_, at) => givenFound('Koski', { id: at + 1 }))
    givenApi({ 'GET /search/': { results }, 'GET /invoice/': nothing })
    expect(await read.fetchQuery(invoicesQuery(asked))).toMatchObject({ isCut })
  })
})

describe('the history of a patient', () => {
  it('is searched to its end', async () => {
    const page = (at: number, next: string | null) => ({ ...nothing, next, results: [{ id: at }] })
    const next = 'https://clinic.example/api/0.1/patient/7/timeline/?kind__in=visit&page=2'
    const { asked } = givenApi({
      'GET /patient/7/timeline/': ({ path }) => (path.includes('page=2') ? page(2, null) : page(1, next)),
    })
    expect(await read.fetchQuery(allPastVisitsQuery(7))).toEqual([{ id: 1 }, { id: 2 }])
    expect(asked).toHaveLength(2)
  })
})
