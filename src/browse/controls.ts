import type { Field, Fields } from '../kernel/fields.ts'
import type { Links } from '../kernel/links.ts'
import { operators, type Operator } from '../kernel/resource.ts'
import { labelsOf, pathIn } from './data.ts'
import { html, type Markup } from '../kernel/markup.ts'

const operatorLabels: Readonly<Record<Operator, string>> = {
  is: 'is',
  is_not: 'is not',
  icontains: 'contains',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  in: 'one of',
  not_in: 'none of',
  range: 'between',
  is_null: 'is null',
}
const operatorAtEnd = new RegExp(`^(.+)__(${operators.join('|')})$`)
const takesSeveral = /__(in|not_in|range)$/
const flagPrefix = 'expose_'
const isFilter = (name: string) => name !== 'page' && name !== 'ordering' && !name.startsWith(flagPrefix)

/** The same URL with some query parameters changed. */
const changed = (query: URLSearchParams, changes: Readonly<Record<string, string | undefined>>) => {
  const after = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) after.delete(name)
    else after.set(name, value)
  }
  return `?${after.toString()}`
}

const choicesOf = (field: Field): (readonly [value: string, label: string])[] => {
  const values = (field.type === 'boolean' ? ['true', 'false'] : (field.schema.enum ?? [])) as (string | number)[]
  return values.map((value) => [String(value), labelsOf(field.schema)[value] ?? String(value)])
}

const exampleOf = (name: string, { type, link }: Field) => {
  if (takesSeveral.test(name)) return name.endsWith('__range') ? 'from,to' : 'a,b,c'
  if (link) return link.by === 'url' ? 'id or url' : 'id'
  return type === 'datetime' ? '2026-03-31T09:30:00Z' : ''
}

const inputOf = (name: string, field: Field, value: string | null): Markup => {
  const choices = takesSeveral.test(name) ? [] : choicesOf(field)
  if (choices.length > 0)
    return html`<select id="f-${name}" name="${name}"><option value="">Any</option>${choices.map(
      ([key, label]) => html`<option value="${key}"${key === value ? html` selected` : ''}>${label}</option>`,
    )}</select>`
  const type = field.type === 'date' && !takesSeveral.test(name) ? 'date' : 'text'
  return html`<input id="f-${name}" name="${name}" type="${type}" value="${value ?? ''}"
 placeholder="${exampleOf(name, field)}" autocomplete="off">`
}

const filterInput = (name: string, field: Field, query: URLSearchParams): Markup => {
  const operator = operatorAtEnd.exec(name)?.[2] as Operator | undefined
  const label = operator
    ? html`<label for="f-${name}">${operatorLabels[operator]}</label>`
    : html`<label for="f-${name}" class="unseen">${name}</label>`
  return html`<div>${label}${inputOf(name, field, query.get(name))}</div>
`
}

/**
 * One form for all filters. It sends the empty ones too, which are left out of the address of the page (withoutEmpty).
 * It is folded away where there are pages to read without it, and open where there is nothing before something is asked.
 */
const filters = (parameters: Fields, query: URLSearchParams): Markup | undefined => {
  const known = Object.entries(parameters).filter(([name]) => isFilter(name))
  if (known.length === 0) return undefined
  const others = [...query].filter(([name]) => !isFilter(name) && name !== 'page')
  const subjects = Map.groupBy(known, ([name]) => operatorAtEnd.exec(name)?.[1] ?? name)
  const isFolded = 'page' in parameters
  const form = html`<form method="get"${isFolded ? '' : html` class="card"`}><div class="filters">${[...subjects].map(
    ([subject, list]) => html`<fieldset><legend>${subject}</legend>
${list.map(([name, field]) => filterInput(name, field, query))}</fieldset>
`,
  )}</div>
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="row apply"><button class="primary">Apply</button><a class="button" href="?">Clear</a></p></form>`
  return isFolded
    ? html`<details class="card"><summary>Filters <span class="quiet">${known.length}</span></summary>
${form}</details>`
    : form
}

/** The address of a page without the filters that its form sent empty. A flag needs no value. */
export const withoutEmpty = (url: string): string => {
  const [path = '', ...rest] = url.split('?')
  const pairs = rest.join('?').split('&')
  const kept = pairs.filter((pair) => pair.startsWith(flagPrefix) || !/^[^=]+=$/.test(pair))
  return kept.length === pairs.length ? url : [path, ...(kept.length > 0 ? [kept.join('&')] : [])].join('?')
}

const chips = (query: URLSearchParams): Markup | undefined => {
  const active = [...query].filter(([name]) => isFilter(name))
  if (active.length === 0) return undefined
  return html`<ul class="row" aria-label="Active filters">${active.map(([name, value]) => {
    const href = changed(query, { [name]: undefined, page: undefined })
    return html`<li><a class="chip" href="${href}" title="Remove this filter"><span class="unseen">Remove </span>${name}
<b>${value}</b> <span aria-hidden="true">×</span></a></li>`
  })}</ul>`
}

type Option = { readonly label: string; readonly on: boolean; readonly href: string }

const options = (title: string, list: readonly Option[]): Markup | undefined =>
  list.length === 0
    ? undefined
    : html`<nav class="row" aria-label="${title}"><span class="quiet">${title}</span>${list.map(
        ({ label, on, href }) =>
          html`<a class="option" href="${href}"${on ? html` aria-current="true"` : ''}>${label}</a>`,
      )}</nav>`

const orderings = (parameters: Fields, query: URLSearchParams): Option[] => {
  const all = (parameters.ordering?.schema.enum ?? []) as readonly string[]
  const current = query.get('ordering') ?? 'id'
  return all
    .filter((name) => !name.startsWith('-'))
    .map((name) => {
      const arrow = current === name ? ' ↑' : current === `-${name}` ? ' ↓' : ''
      const href = changed(query, { ordering: current === name ? `-${name}` : name, page: undefined })
      return { label: `${name}${arrow}`, on: arrow !== '', href }
    })
}

const flags = (parameters: Fields, query: URLSearchParams): Option[] =>
  Object.keys(parameters)
    .filter((name) => name.startsWith(flagPrefix))
    .map((name) => {
      const on = query.has(name)
      return { label: `${on ? '✓' : '+'} ${name}`, on, href: changed(query, { [name]: on ? undefined : 'true' }) }
    })

/** The controls for filters, order and flags: forms and links, without a script. */
export const controls = (parameters: Fields, query: URLSearchParams): Markup => {
  const views = [options('Order by', orderings(parameters, query)), options('Include', flags(parameters, query))]
  return html`${filters(parameters, query)}${chips(query)}
${views.some(Boolean) ? html`<div class="row views">${views}</div>` : ''}`
}

export type Paged = {
  readonly count: number
  readonly num_pages: number
  readonly next: unknown
  readonly previous: unknown
}

export const pager = (answer: Paged, query: URLSearchParams, links: Links, label: string): Markup => {
  const { count, num_pages, next, previous } = answer
  const step = (url: unknown, rel: string, text: string) => {
    const href = pathIn(links, url)
    return href && html`<a class="button" rel="${rel}" href="${href}">${text}</a>`
  }
  return html`<nav class="row pager" aria-label="${label}"><span>${count} ${count === 1 ? 'record' : 'records'}
<span class="quiet">· page ${query.get('page') ?? '1'} of ${num_pages}</span></span>
${step(previous, 'prev', '← Previous')}${step(next, 'next', 'Next →')}</nav>`
}
