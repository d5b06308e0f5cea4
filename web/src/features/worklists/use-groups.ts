import { useInfiniteQuery } from '@tanstack/react-query'
import { type PrescriptionGroup, prescriptionGroupQuery } from '../../api/prescriptionlist.ts'

type Asked = Omit<Parameters<typeof prescriptionGroupQuery>[0], 'group'>

const useGroup = (asked: Asked, group: PrescriptionGroup) => {
  const { data, error, refetch, ...pages } = useInfiniteQuery(prescriptionGroupQuery({ ...asked, group }))
  return {
    rows: data?.pages.flatMap(({ results }) => results),
    count: data?.pages[0]?.count ?? 0,
    error,
    retry: () => void refetch(),
    pages,
  }
}

/** The prescriptions by what is to be done about them. */
export const useGroups = (asked: Asked) => ({
  draft: useGroup(asked, 'draft'),
  problem: useGroup(asked, 'problem'),
  sending: useGroup(asked, 'sending'),
  done: useGroup(asked, 'done'),
})
