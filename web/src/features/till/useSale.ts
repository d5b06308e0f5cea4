import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { saleQuery } from '../../api/countersale.ts'
import type { Department } from '../../api/records.ts'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { openedBy } from './sale-basics.ts'
import type { AddingRow, WaitingRow } from './sale-rows.ts'
import { makeSaleSteps } from './sale-steps.ts'

/** Does one thing after another, in the order they were asked for. */
const makeQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}

/** The sale at this desk. It is opened on the server with its first item, and its address says which one it is. */
export const useSale = (department: Department | undefined) => {
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/till' })
  const { sale: id, client } = useSearch({ from: '/till' })
  const { data, error, refetch } = useQuery({ ...saleQuery(id ?? 0), enabled: id !== undefined })
  const [queue] = useState(makeQueue)
  const [problem, setProblem] = useState<string>()
  const [lastRow, setLastRow] = useState<number>()
  const [waiting, setWaiting] = useState<readonly WaitingRow[]>([])
  const [wanted, setWanted] = useState<Readonly<Record<number, string>>>({})
  const asked = useRef(wanted)
  const [adding, setAdding] = useState<readonly AddingRow[]>([])
  /** How many changes of the sale are under way, and how many scans and changes have failed so far. */
  const [running, setRunning] = useState(0)
  const [failures, setFailures] = useState(0)
  /** The sale may be opened and added to before the address says so. */
  const current = useRef(id)
  useEffect(() => {
    current.current = id
    setProblem(undefined)
    setWaiting((before) => before.map((row) => (row.sales.includes(id) ? { ...row, sales: [id] } : row)))
  }, [id])

  const { state, submit, idle } = useConfirmedWrite('till', () =>
    queries.invalidateQueries({ queryKey: ['countersale'] }),
  )
  /** What an earlier page has sent may have opened the sale that this one goes on with. */
  const goOn = useEffectEvent((opened: number | undefined) => {
    if (opened !== undefined && current.current === undefined)
      void navigate({ search: (before) => ({ ...before, client: undefined, sale: opened }), replace: true })
  })
  useEffect(() => {
    if (state.kind === 'done') goOn(openedBy(state.answers))
  }, [state])

  const steps = useMemo(
    () =>
      // oxlint-disable-next-line react/refs -- they are read when a step is taken, not while the sale is drawn
      makeSaleSteps({
        queries,
        navigate,
        department,
        client,
        queue,
        write: { submit, idle },
        current,
        asked,
        setWanted,
        setProblem,
        setFailures,
        setRunning,
        setAdding,
        setWaiting,
        setLastRow,
      }),
    [queries, navigate, department, client, queue, submit, idle],
  )

  const sale = id === undefined ? undefined : data
  return {
    sale,
    id,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    problem,
    lastRow,
    wanted,
    adding,
    isBusy: running > 0 || adding.length > 0 || busyOf(state) !== 'open',
    /** Whether nobody knows yet what became of the last line. */
    isChecking: state.kind === 'checking',
    failures,
    waiting: waiting.filter(({ sales }) => sales.includes(id)),
    ...steps,
  }
}

export type TillSale = ReturnType<typeof useSale>
