import { invalid, notFound } from './errors.ts'
import type { Resource } from './resource.ts'

export const largestPage = 1000
export const deepestOffset = 10_000
const usualPage = 50

export type Page = { readonly number: number; readonly size: number; readonly offset: number }

export const pageSizeOf = (resource: Resource) => resource.pageSize ?? usualPage

const wholeNumber = (query: URLSearchParams, name: string, otherwise: number) => {
  const raw = query.get(name)
  if (raw === null) return otherwise
  if (!/^\d{1,9}$/.test(raw) || Number(raw) === 0) throw invalid(name, 'Use a whole number from 1.')
  return Number(raw)
}

/** The page asked for. Too large or too deep is refused rather than cut, so nobody believes to have seen everything. */
export const pageFrom = (query: URLSearchParams, resource: Resource): Page => {
  const size = wholeNumber(query, 'page_size', pageSizeOf(resource))
  if (size > largestPage) throw invalid('page_size', `The largest page_size is ${largestPage}.`, 'max_value')
  const number = wholeNumber(query, 'page', 1)
  const offset = (number - 1) * size
  if (offset > deepestOffset)
    throw invalid(
      'page',
      `Pages reach no deeper than ${deepestOffset} records. Continue with id__gt, or narrow the list by a date range such as modified__gte.`,
      'too_deep',
    )
  return { number, size, offset }
}

/** A large page counts as the ordinary pages it stands for. An unreadable size is refused later and counts once. */
export const weightOf = (query: URLSearchParams, resource: Resource): number => {
  const size = Number(query.get('page_size') ?? 0)
  return Number.isInteger(size) && size > 0 && size <= largestPage ? Math.ceil(size / pageSizeOf(resource)) : 1
}

/** Where a read of changes stopped: the newest stamp it could see, and the last record it gave. */
export type DeltaPosition = { readonly until: string; readonly last: number }

const withParameters = (url: string, query: URLSearchParams, changes: Readonly<Record<string, string | undefined>>) => {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  return JSON.stringify(`${url}?${changed.toString()}`)
}

/**
 * The envelope around a page of records that are JSON text already. Records move while changes are being read, and page
 * numbers would skip some: so the next page of changes starts behind the last record and ends where the first page did.
 */
export const envelope = (
  url: string,
  query: URLSearchParams,
  page: Page,
  count: number,
  results: string,
  stop?: DeltaPosition,
): string => {
  const pages = Math.max(1, Math.ceil(count / page.size))
  if (page.number > pages)
    throw notFound(`There is no page ${page.number}: the list has ${pages} ${pages === 1 ? 'page' : 'pages'}.`)
  const at = (number: number) => withParameters(url, query, { page: String(number) })
  const behind = ({ until, last }: DeltaPosition) =>
    withParameters(url, query, {
      page: undefined,
      id__gt: String(last),
      modified__lte: until,
    })
  const next = page.number === pages ? 'null' : stop ? behind(stop) : at(page.number + 1)
  const previous = page.number > 1 ? at(page.number - 1) : 'null'
  return `{"count":${count},"num_pages":${pages},"next":${next},"previous":${previous},"results":[${results}]}`
}
