import type { Field } from '../kernel/fields.ts'
import type { Operation } from '../kernel/operation.ts'
import { pageSizeOf } from '../kernel/pages.ts'
import { fieldsOf, describeRequirement } from '../kernel/resource.ts'
import { labelsOf } from './data.ts'
import { prose } from './prose.ts'
import type { Links } from '../kernel/links.ts'
import { html, type Markup } from '../kernel/markup.ts'

const section = (title: string, hint: string, content: Markup) =>
  html`<details class="card"><summary>${title} <span class="quiet">${hint}</span></summary>${content}</details>
`
const grid = (label: string, heads: readonly string[], rows: readonly (readonly (string | Markup)[])[]) =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`

const rules = ({ schema, options, link }: Field, labels: Readonly<Record<string, string>>): string =>
  [
    options.nullable && 'may be null',
    options.createOnly && 'settled when created',
    typeof schema.maxLength === 'number' && `at most ${schema.maxLength} characters`,
    options.min !== undefined && `from ${options.min}`,
    options.max !== undefined && `up to ${options.max}`,
    options.positive && 'greater than 0',
    link && `${link.by === 'url' ? 'links to' : 'id of'} ${link.table}`,
    Array.isArray(schema.enum) &&
      `one of ${schema.enum.map((value) => (labels[value] ? `${value} (${labels[value]})` : `${value}`)).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')

const fieldRow = ([name, field]: readonly [string, Field]) => {
  const { readOnly, writeOnly, optional } = field.options
  const access = readOnly ? 'read only' : writeOnly ? 'write only' : 'read and write'
  const toCreate = readOnly ? '' : optional ? 'optional' : 'required'
  return [name, prose(field.options.about ?? ''), field.type, toCreate, access, rules(field, labelsOf(field.schema))]
}

const openedBy = ({ permission, access, openTo, scopeOnly }: Operation) => {
  if (scopeOnly) return `the scope ${openTo} only`
  return `${describeRequirement(permission, access)}${openTo ? `, or the scope ${openTo}` : ''}`
}

const methodRow = (operation: Operation) => [
  operation.method,
  operation.name,
  `${openedBy(operation)}${operation.oauthOnly ? '; OAuth tokens only' : ''}${operation.userTokenOnly ? '; user tokens only' : ''}${operation.stepUp ? '; step-up' : ''}`,
  `${operation.rate} a minute`,
]

const weightRule = ({ answers, resource }: Operation): Markup | undefined => {
  if (answers[200] !== 'page' || !resource) return undefined
  const usual = pageSizeOf(resource)
  return html`<p>A page has ${usual} records. A larger <code>page_size</code> counts as several requests:
${usual * 4} records count as 4 requests.</p>`
}

const heads = {
  access: ['Method', 'Action', 'Permission', 'Rate'],
  fields: ['Field', 'Meaning', 'Type', 'To create', 'Access', 'Rules'],
}
const idRow = ['id', 'The number in its url', 'integer', '', 'read only', '']

type ReferenceInput = {
  readonly operation: Operation
  readonly here: readonly Operation[]
  readonly links: Links
  readonly url: string
  readonly answer: unknown
}

/** The same request from a shell. A quote in the address would end the argument, so it is escaped as URLs are. */
const curl = ({ links, url }: ReferenceInput) =>
  `curl --fail-with-body -H "Authorization: Bearer $TOKEN" '${new URL(links.base).origin}${url.replaceAll("'", '%27')}'`

const block = (label: string, text: string, kind = '') =>
  html`<pre tabindex="0" role="region" aria-label="${label}"${kind === '' ? '' : html` class="${kind}"`}>${text}</pre>`

/** How to use this URL from a program. */
export const reference = (input: ReferenceInput): Markup => {
  const { operation, here, answer } = input
  const methods = [...here.map(({ method }) => method), 'OPTIONS'].join(', ')
  const access = html`${grid('Access', heads.access, here.map(methodRow))}${weightRule(operation)}`
  const fields = operation.resource ? [idRow, ...fieldsOf(operation.resource).map(fieldRow)] : []
  return html`${section('curl', '', block('curl', curl(input), 'whole'))}
${section('Access', methods, access)}
${fields.length > 0 ? section('Fields', String(fields.length), grid('Fields', heads.fields, fields)) : ''}
${section('Raw JSON', '', block('Raw JSON', JSON.stringify(answer, null, 2)))}`
}
