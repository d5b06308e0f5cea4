import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { allStockQuery, type Flag, flaggedStockQuery, stockedCountQuery } from '../../api/stocklevel.ts'
import { expiryLimit } from './stock.ts'

export type Shown = Flag | 'all'
type Asked = {
  readonly shown: Shown
  readonly typed: string
  readonly department: number | undefined
  readonly today: string
}

/** The rows of one list, and how many each has. What is typed is looked for in everything. */
export const useStock = ({ shown, typed, department, today }: Asked) => {
  const until = expiryLimit(today)
  const flags = {
    low: useQuery(flaggedStockQuery('low', department, until)),
    expiring: useQuery(flaggedStockQuery('expiring', department, until)),
    negative: useQuery(flaggedStockQuery('negative', department, until)),
  }
  const { data: count } = useQuery(stockedCountQuery)
  const all = useInfiniteQuery({ ...allStockQuery(typed, department), enabled: shown === 'all' })
  const { error, refetch } = shown === 'all' ? all : flags[shown]
  return {
    rows: shown === 'all' ? all.data?.pages.flatMap(({ rows }) => rows) : flags[shown].data,
    counts: {
      low: flags.low.data?.length,
      expiring: flags.expiring.data?.length,
      negative: flags.negative.data?.length,
      all: count,
    },
    error,
    retry: () => void refetch(),
    pages: shown === 'all' ? all : undefined,
  }
}
