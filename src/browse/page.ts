import { nonField, type FieldErrors, type ApiError } from '../kernel/errors.ts'
import { controls, pager, type Paged } from './controls.ts'
import { isData, record, table } from './data.ts'
import { layout } from './layout.ts'
import { html, type Markup } from '../kernel/markup.ts'
import { reference } from './reference.ts'
import { basePath, type Links } from '../kernel/links.ts'
import type { Operation } from '../kernel/operation.ts'

export type PageInput = {
  readonly operation: Operation
  /** Every operation at this address. */
  readonly here: readonly Operation[]
  readonly links: Links
  readonly url: string
  readonly query: URLSearchParams
  readonly answer: unknown
}

type ListAnswer = Paged & { readonly results: readonly Readonly<Record<string, unknown>>[] }

/** From the API root to this page. Path segments above the API belong to the proxy and are left out. */
const breadcrumb = ({ operation, links, url }: PageInput): Markup => {
  const own = operation.path.split('/').filter(Boolean).length
  const parts = url.split('?', 1)[0]!.split('/').filter(Boolean)
  const below = parts.slice(parts.length - own)
  const root = new URL(links.base).pathname
  const step = (label: string, index: number) => {
    const current = index === own ? html` aria-current="page"` : ''
    return html`<li><a href="${root}${below.slice(0, index).map((part) => `${part}/`)}"${current}>${label}</a></li>`
  }
  return html`<header><nav aria-label="Breadcrumb"><ol>${['API', ...below].map(step)}</ol></nav></header>`
}

const isList = (answer: unknown): answer is ListAnswer =>
  isData(answer) && typeof answer.count === 'number' && Array.isArray(answer.results) && answer.results.every(isData)

const dataOf = ({ operation, links, query, answer }: PageInput): Markup => {
  const { resource, title } = operation
  const fields = resource?.fields ?? {}
  const rows = (list: readonly Readonly<Record<string, unknown>>[]) =>
    list.length > 0
      ? table(list, { links, fields, depth: 0, label: title, linked: !resource || resource.retrieve !== undefined })
      : html`<p class="card empty">There are no records here.</p>`
  if (isList(answer))
    return html`${pager(answer, query, links, 'Pages')}${rows(answer.results)}${
      answer.num_pages > 1 ? pager(answer, query, links, 'Pages, again') : undefined
    }`
  if (Array.isArray(answer) && answer.every(isData)) return rows(answer)
  return record(isData(answer) ? answer : { answer }, links, fields)
}

/** What a person with a browser sees of a GET: the data, all that can be asked of it, and how a program would. */
export const page = (input: PageInput): string => {
  const { operation, here, query, answer } = input
  const id = isData(answer) && typeof answer.id === 'number' ? ` ${answer.id}` : ''
  const title = `${operation.resource?.title ?? operation.title}${id}`
  const main = html`<div><h1>${title}</h1><p class="quiet">${operation.resource?.about ?? operation.summary}</p></div>
${controls(operation.parameters, query)}
${dataOf(input)}
${reference(operation, here, answer)}`
  return layout(`${title} · API`, main, breadcrumb(input))
}

const headlines: Readonly<Record<number, string>> = {
  400: 'Something in this request is not right',
  401: 'Please sign in',
  403: 'You may not see this',
  404: 'There is nothing here',
  405: 'This address does not do that',
  429: 'A little too fast',
  500: 'Something went wrong',
  503: 'Busy for a moment',
}

const errorList = ({ fields }: ApiError): Markup | undefined => {
  const list: readonly FieldErrors[] = fields === undefined ? [] : [fields].flat()
  if (list.length === 0) return undefined
  const place = (index: number, name: string) =>
    html`${list.length > 1 ? `Item ${index + 1} ` : ''}${name === nonField ? '' : html`<code>${name}</code> `}`
  return html`<ul>${list.flatMap((one, index) =>
    Object.entries(one).flatMap(([name, errors]) =>
      errors.map(({ message }) => html`<li>${place(index, name)}${message}</li>`),
    ),
  )}</ul>`
}

const button = (href: string, label: string, kind = 'button') => html`<a class="${kind}" href="${href}">${label}</a>`

const waysOut = (status: number, url: string): Markup | undefined => {
  const organisation = /^\/([1-9]\d{0,8})\//.exec(url)?.[1]
  if (organisation === undefined) return undefined
  const [path = '', asked = ''] = url.split('?')
  const signIn = `/${organisation}/sign-in/?${new URLSearchParams({ next: url }).toString()}`
  return html`<p class="row">${status === 401 ? button(signIn, 'Sign in', 'button primary') : ''}
${status === 400 && asked !== '' ? button(path, 'Without filters', 'button primary') : ''}
${button(basePath(Number(organisation)), 'Back to the API root')}</p>`
}

/** The same for a request that was refused. All that is known is the address, and it may be anything. */
export const errorPage = (refusal: ApiError, url: string): string => {
  const { status, message } = refusal
  const headline = headlines[status] ?? 'This did not work'
  return layout(
    `${headline} · API`,
    html`<div class="card error"><div><p class="quiet">Error ${status}</p><h1>${headline}</h1></div>
<p>${message}</p>
${errorList(refusal)}
${waysOut(status, url)}</div>`,
  )
}
