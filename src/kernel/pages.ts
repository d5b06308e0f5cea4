import { invalid, notFound } from './errors.ts'
import type { Resource } from './resource.ts'

export const maxPageSize = 1000
export const maxOffset = 10_000
const defaultPageSize = 50

export type Page = { readonly number: number; readonly size: number; readonly offset: number }

/** What decides the size of a page. */
type Paged = Pick<Resource, 'pageSize'>

export const pageSizeOf = (resource: Paged) => resource.pageSize ?? defaultPageSize

const wholeNumber = (query: URLSearchParams, name: string, otherwise: number) => {
  const raw = query.get(name)
  if (raw === null) return otherwise
  if (!/^\d{1,9}$/.test(raw) || Number(raw) === 0) throw invalid(name, 'Use a whole number from 1.')
  return Number(raw)
}

const byId = 'Continue with id__gt, or narrow the list by a date range such as modified__gte.'

/** The requested page. One that is too large or too deep is refused, not truncated: the caller would miss records unnoticed. */
export const pageFrom = (query: URLSearchParams, resource: Paged, instead = byId): Page => {
  const size = wholeNumber(query, 'page_size', pageSizeOf(resource))
  if (size > maxPageSize) throw invalid('page_size', `The largest page_size is ${maxPageSize}.`, 'max_value')
  const number = wholeNumber(query, 'page', 1)
  const offset = (number - 1) * size
  if (offset > maxOffset)
    throw invalid('page', `A page cannot start beyond the first ${maxOffset} records. ${instead}`, 'too_deep')
  return { number, size, offset }
}

/** A large page counts as that many default pages. An invalid size is refused later and counts as one. */
export const weightOf = (query: URLSearchParams, resource: Paged): number => {
  const size = Number(query.get('page_size') ?? 0)
  return Number.isInteger(size) && size > 0 && size <= maxPageSize ? Math.ceil(size / pageSizeOf(resource)) : 1
}

/** Where a delta read stopped: the newest stamp it could see, and the last record it returned. */
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
 * The envelope around a page of records that are JSON text already. Records change while a delta is read, and page numbers
 * would skip some: so the next page of a delta starts after the last record and keeps the upper bound of the first page.
 */
export const envelope = (
  url: string,
  query: URLSearchParams,
  page: Page,
  count: number,
  results: string,
  delta?: DeltaPosition,
): string => {
  const pages = Math.max(1, Math.ceil(count / page.size))
  if (page.number > pages)
    throw notFound(`There is no page ${page.number}: the list has ${pages} ${pages === 1 ? 'page' : 'pages'}.`)
  const at = (number: number) => withParameters(url, query, { page: String(number) })
  const after = ({ until, last }: DeltaPosition) =>
    withParameters(url, query, {
      page: undefined,
      id__gt: String(last),
      modified__lte: until,
    })
  const next = page.number === pages ? 'null' : delta ? after(delta) : at(page.number + 1)
  const previous = page.number > 1 ? at(page.number - 1) : 'null'
  return `{"count":${count},"num_pages":${pages},"next":${next},"previous":${previous},"results":[${results}]}`
}
