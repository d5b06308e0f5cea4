import type { Field, Schema } from '../kernel/fields.ts'
import type { Links } from '../kernel/links.ts'
import { html, type Markup } from '../kernel/markup.ts'
import type { Operation } from '../kernel/operation.ts'
import { pluralOf } from '../kernel/operations.ts'
import { hasOwnUrl, pathOf } from '../kernel/resource.ts'
import { controls, pager, type Paged } from './controls.ts'
import { isData, itemsOf, record, schemaOfProperty, table } from './data.ts'
import { layout } from './layout.ts'
import { nameOf, noNames, type Names } from './names.ts'
import { noPresentation, type Presentation } from './presentation.ts'
import { prose } from './prose.ts'
import { reference } from './reference.ts'
import { rootLists } from './root.ts'

/** Who looks at a page. */
export type Viewer = { readonly user: string; readonly clinic: string; readonly canSignOut: boolean }

export type PageInput = {
  readonly operation: Operation
  /** Every operation at this address. */
  readonly here: readonly Operation[]
  /** What else of this record can be read, such as its PDF. */
  readonly below?: readonly Operation[]
  readonly links: Links
  readonly url: string
  readonly query: URLSearchParams
  readonly answer: unknown
  readonly names?: Names
  readonly viewer?: Viewer | undefined
  readonly presentation?: Presentation
}

type Data = Readonly<Record<string, unknown>>
type ListAnswer = Paged & { readonly results: readonly Data[] }

const rootOf = ({ base }: Links) => new URL(base).pathname

/** From the API root to this page. Path segments above the API belong to the proxy and are left out. */
const breadcrumb = ({ operation, links, url }: PageInput): Markup => {
  const own = operation.path.split('/').filter(Boolean).length
  const parts = url.split('?', 1)[0]!.split('/').filter(Boolean)
  const below = parts.slice(parts.length - own)
  const step = (label: string, index: number) => {
    const current = index === own ? html` aria-current="page"` : ''
    return html`<li><a href="${rootOf(links)}${below.slice(0, index).map((part) => `${part}/`)}"${current}>${label}</a></li>`
  }
  return html`<nav aria-label="Breadcrumb"><ol>${['API', ...below].map(step)}</ol></nav>`
}

const viewerLine = ({ viewer, links }: PageInput): Markup | undefined =>
  viewer &&
  html`<p class="quiet">${viewer.clinic} · ${viewer.user}${
    viewer.canSignOut ? html` · <a href="${rootOf(links).replace(/api\/0\.1\/$/, 'sign-out/')}">Sign out</a>` : ''
  }</p>`

const isList = (answer: unknown): answer is ListAnswer =>
  isData(answer) && typeof answer.count === 'number' && Array.isArray(answer.results) && answer.results.every(isData)

const isRoot = ({ operation }: PageInput) => operation.path === '/'

/** What is declared of the records of a resource, or of the answer of any other route. */
const schemaOf = ({ resource, answers }: Operation): Schema | undefined => {
  if (resource)
    return {
      properties: Object.fromEntries(
        Object.entries<Field>(resource.fields).map(([name, { schema }]) => [name, schema]),
      ),
    }
  return typeof answers[200] === 'object' ? answers[200] : undefined
}

const dataOf = (input: PageInput): Markup => {
  const { operation, links, query, answer, names = noNames, presentation = noPresentation } = input
  const { resource, title } = operation
  const schema = schemaOf(operation)
  const inResults = resource ? schema : itemsOf(schemaOfProperty(schema, 'results'))
  const first = presentation.columns[resource?.name ?? ''] ?? []
  const linked = !resource || resource.retrieve !== undefined
  const rows = (list: readonly Data[]) =>
    list.length > 0
      ? table(list, {
          links,
          names,
          schema: inResults,
          depth: 0,
          label: title,
          linked,
          first,
          ...(resource && hasOwnUrl(resource) ? { path: pathOf(resource) } : {}),
        })
      : html`<p class="card empty">There are no records here.</p>`
  if (isList(answer))
    return html`${pager(answer, query, links, 'Pages')}${rows(answer.results)}${
      answer.num_pages > 1 ? pager(answer, query, links, 'Pages, again') : undefined
    }`
  if (Array.isArray(answer) && answer.every(isData)) return rows(answer)
  const data: Data = isData(answer) ? answer : { answer }
  if (isRoot(input) && presentation.parts.length > 0) return rootLists(data, presentation.parts, links)
  const { results, ...others } = data
  if (Array.isArray(results) && results.every(isData))
    return html`${Object.keys(others).length > 0 ? record(others, { links, names, schema }) : ''}${rows(results)}`
  return record(data, { links, names, schema })
}

/** What else of this record can be read. */
const others = ({ below = [], url }: PageInput): Markup | undefined => {
  const path = url.split('?', 1)[0]!
  const addressOf = (operation: Operation) => operation.path.split('/').at(-2)!
  return below.length === 0
    ? undefined
    : html`<nav class="row" aria-label="More of this record"><span class="quiet">More</span>${below.map(
        (operation) =>
          html`<a class="option" href="${path}${addressOf(operation)}/" title="${operation.summary}">${addressOf(operation)}</a>`,
      )}</nav>`
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const organisationIn = (links: Links) => /\/(\d+)\/api\/0\.1\/$/.exec(links.base)?.[1] ?? ''

const forPrograms = (input: PageInput): Markup | undefined =>
  isRoot(input)
    ? html`<nav class="row" aria-label="For programs"><a class="button" href="/reference/?organisation=${organisationIn(input.links)}">Reference</a>
<a class="button" href="${rootOf(input.links)}openapi.json">OpenAPI document</a><a class="button" href="/errors/">Errors</a></nav>`
    : undefined

/** What is shown of a record where it is not the record itself: "Patient 1: timeline". */
const kindOf = ({ operation: { resource, title, path }, url }: PageInput) => {
  const [part = '', ...above] = path.split('/').filter(Boolean).toReversed()
  const words = part.replaceAll('_', ' ')
  if (resource || above.length === 0 || title.toLowerCase().includes(words)) return resource?.title ?? title
  // The address of a list is in the plural: "Charge hints".
  if (words.includes(title.toLowerCase())) return capitalised(words)
  const id = /\/(\d+)\/\w+\/(?:\?|$)/.exec(url)?.[1]
  return `${title}${id === undefined ? '' : ` ${id}`}: ${words}`
}

/** A record is called by its name, and what it is comes below. */
const headingOf = (input: PageInput) => {
  const { operation, answer, presentation = noPresentation } = input
  const kind = kindOf(input)
  const about = operation.resource?.about ?? operation.summary
  if (operation.resource && isList(answer)) return { title: capitalised(pluralOf(operation.resource)), about }
  const data: Data = isData(answer) ? answer : {}
  const id = typeof data.id === 'number' ? ` ${data.id}` : ''
  const name = id !== '' && operation.resource ? nameOf(operation.resource, data, presentation.nameFields) : undefined
  const numbered = `${kind}${id}`
  return name === undefined || name === numbered
    ? { title: numbered, about }
    : { title: name, about: `${numbered}. ${about}` }
}

/** What a person with a browser sees of a GET: the data, all that can be asked of it, and how a program would. */
export const page = (input: PageInput): string => {
  const { operation, query } = input
  const { title, about } = headingOf(input)
  const main = html`<div><h1>${title}</h1><p class="quiet">${prose(about)}</p></div>
${forPrograms(input)}${others(input)}
${controls(operation.parameters, query)}
${dataOf(input)}
${reference(input)}`
  return layout(`${title} · API`, main, html`<header><div>${breadcrumb(input)}${viewerLine(input)}</div></header>`)
}
