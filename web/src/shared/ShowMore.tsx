import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { text } from '../text/en.ts'

type Props = {
  readonly of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Below a list of which only the first pages have been read. */
export const ShowMore = ({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) =>
  hasNextPage ? (
    <button type="button" className="button" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {text.records.showMore}
    </button>
  ) : null
