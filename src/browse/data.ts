import type { Schema } from '../kernel/fields.ts'
import type { Links } from '../kernel/links.ts'
import { html, type Markup } from '../kernel/markup.ts'

type Data = Readonly<Record<string, unknown>>
type At = {
  readonly links: Links
  /** What records are called, by their URL. */
  readonly names: ReadonlyMap<string, string>
  /** What the records are like, as far as it is declared. */
  readonly schema: Schema | undefined
  readonly depth: number
  readonly unfolded: boolean
}
type TableOptions = Omit<At, 'unfolded'> & {
  readonly label: string
  readonly linked: boolean
  /** The columns that come first. */
  readonly first?: readonly string[]
  /** Where the records are, if `url` means something else in them. */
  readonly path?: string
}

const maxDepth = 4
const longText = 140
const shortObject = 3
const shortList = 3
const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The path of a URL of this API, so that following it works through any proxy. Anything else is not linked. */
export const pathIn = ({ base }: Links, value: unknown): string | undefined => {
  if (typeof value !== 'string' || !value.startsWith(base) || !/^https?:/.test(base)) return undefined
  const url = URL.parse(value)
  // Dot segments could lead out of the API again.
  return url?.pathname.startsWith(new URL(base).pathname) ? `${url.pathname}${url.search}` : undefined
}

/** Names in data can be anything: `constructor` must not find what every object inherits. */
const ownOf = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The schema of what is there when a value is not null. */
const withoutNull = (schema: Schema | undefined) =>
  (schema?.anyOf as readonly Schema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema

export const schemaOfProperty = (schema: Schema | undefined, name: string) =>
  ownOf((withoutNull(schema)?.properties ?? {}) as Readonly<Record<string, Schema>>, name)

export const itemsOf = (schema: Schema | undefined) => withoutNull(schema)?.items as Schema | undefined

const shortLabel = ({ base }: Links, url: string) => url.slice(base.length).replace(/\/$/, '') || 'API root'
const quiet = (text: string) => html`<span class="quiet">${text}</span>`
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const folded = (summary: string, content: Markup, unfolded = false) =>
  unfolded ? content : html`<details class="fold"><summary>${summary}</summary>${content}</details>`

/** By its name where that is known. One record has room for its address too. */
const linkTo = (path: string, url: string, { links, names, unfolded }: At): Markup => {
  const [name, label] = [names.get(url), shortLabel(links, url)]
  if (name === undefined) return html`<a href="${path}">${label}</a>`
  return html`<a href="${path}" title="${label}">${name}</a>${unfolded ? html` ${quiet(label)}` : ''}`
}

const textOf = (text: string, at: At): Markup => {
  const { links, unfolded } = at
  if (text === '') return quiet('empty')
  const path = pathIn(links, text)
  if (path !== undefined) return linkTo(path, text, at)
  const [, day, time] = instant.exec(text) ?? []
  if (day !== undefined) return html`<time datetime="${text}">${day} ${time} <span class="quiet">UTC</span></time>`
  const shown = html`<span class="text">${text}</span>`
  return text.length > longText ? folded(`${text.slice(0, longText / 2).toWellFormed()}…`, shown, unfolded) : shown
}

const listOf = (list: readonly unknown[], at: At, schema: Schema | undefined): Markup => {
  if (list.length === 0) return quiet('none')
  const inside = { ...at, schema: itemsOf(schema), depth: at.depth + 1 }
  if (list.every(isData)) {
    const options = { ...inside, label: 'Records', linked: true }
    return folded(counted(list.length, 'record'), table(list, options), at.unfolded)
  }
  const items = html`<ul>${list.map((item) => html`<li>${valueOf(item, inside, inside.schema)}</li>`)}</ul>`
  if (list.every((item) => pathIn(at.links, item) !== undefined))
    return folded(counted(list.length, 'link'), items, list.length <= shortList)
  return folded(counted(list.length, 'value'), items, at.unfolded || list.length <= shortObject)
}

const objectOf = (data: Data, at: At, schema: Schema | undefined): Markup => {
  const { length } = Object.keys(data)
  if (length === 0) return quiet('none')
  const url = String(data.url)
  const label =
    pathIn(at.links, url) === undefined ? counted(length, 'value') : (at.names.get(url) ?? shortLabel(at.links, url))
  return folded(label, definitions(data, { ...at, schema, depth: at.depth + 1 }), at.unfolded || length <= shortObject)
}

const valueOf = (value: unknown, at: At, schema?: Schema): Markup => {
  if (value === null || value === undefined) return quiet('—')
  const unit = withoutNull(schema)?.['x-unit']
  return typeof unit === 'string'
    ? html`${withoutUnit(value, at, schema)} ${quiet(unit)}`
    : withoutUnit(value, at, schema)
}

const withoutUnit = (value: unknown, at: At, schema?: Schema): Markup => {
  if (typeof value === 'boolean') return html`<span class="${value ? 'yes' : 'no'}">${value ? 'yes' : 'no'}</span>`
  if (typeof value === 'string') return textOf(value, at)
  if (typeof value === 'object' && at.depth > maxDepth) return html`<code>${JSON.stringify(value)}</code>`
  if (Array.isArray(value)) return listOf(value, at, schema)
  if (isData(value)) return objectOf(value, at, schema)
  const number = JSON.stringify(value)
  const meaning = labelsOf(schema)[number]
  return meaning === undefined ? html`${number}` : html`${meaning} ${quiet(`(${number})`)}`
}

/** What the numbers of a choice mean. */
export const labelsOf = (schema: Schema | undefined) =>
  (withoutNull(schema)?.['x-labels'] ?? {}) as Readonly<Record<string, string>>

const definitions = (data: Data, at: At): Markup =>
  html`<dl>${Object.entries(data).map(
    ([name, value]) =>
      html`<div><dt>${name}</dt><dd>${valueOf(value, at, schemaOfProperty(at.schema, name))}</dd></div>`,
  )}</dl>`

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** One record. Its empty fields are folded away: they say little and are often the most. */
export const record = (data: Data, at: Omit<At, 'depth' | 'unfolded'>): Markup => {
  const { empty = [], filled = [] } = Object.groupBy(Object.entries(data), ([, value]) =>
    isEmpty(value) ? 'empty' : 'filled',
  )
  const shown = (entries: typeof filled) =>
    definitions(Object.fromEntries(entries), { ...at, depth: 0, unfolded: true })
  const rest =
    empty.length === 0
      ? undefined
      : html`<details class="card record"><summary>Empty fields ${quiet(String(empty.length))}</summary>${shown(empty)}</details>`
  return html`<div class="card record">${shown(filled)}</div>
${rest}`
}

/** Records as rows. The id links to the record, whose URL then needs no column. */
export const table = (rows: readonly Data[], { label, linked, first = [], path, ...where }: TableOptions): Markup => {
  const { links, schema } = where
  const inRows = [...new Set(rows.flatMap(Object.keys))]
  const all = [...new Set([...first.filter((name) => inRows.includes(name)), ...inRows])]
  const hasId = all.includes('id')
  const urlOf = ({ id, url }: Data) => (path === undefined ? url : `${links.base}${path}/${JSON.stringify(id)}/`)
  const idLinks = linked && hasId && rows.every((row) => pathIn(links, urlOf(row)) !== undefined)
  const columns = all.filter((name) => name !== 'id' && !(idLinks && name === 'url' && path === undefined))
  const at: At = { ...where, unfolded: false }
  const idOf = (row: Data) =>
    idLinks
      ? html`<a href="${pathIn(links, urlOf(row))}">${typeof row.id === 'string' ? row.id : JSON.stringify(row.id)}</a>`
      : valueOf(row.id, at)
  const cellsOf = (row: Data) =>
    columns.map((name) => html`<td>${valueOf(ownOf(row, name), at, schemaOfProperty(schema, name))}</td>`)
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${(hasId ? ['id', ...columns] : columns).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${hasId ? html`<th scope="row">${idOf(row)}</th>` : ''}${cellsOf(row)}</tr>
`,
  )}</tbody></table></div>`
}
