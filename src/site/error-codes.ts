import { layout } from '../browse/layout.ts'
import type { ListedCode } from '../kernel/error-codes.ts'
import { html, type Markup } from '../kernel/markup.ts'

const row = ({ code, statuses, meaning, remedy }: ListedCode) =>
  html`<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${statuses.join(', ')}</td>
<td>${meaning}</td><td>${remedy}</td></tr>`

const table = (title: string, codes: readonly ListedCode[]): Markup =>
  html`<h2>${title}</h2>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table><thead><tr><th scope="col">Code</th>
<th scope="col">Status</th><th scope="col">What happened</th><th scope="col">What to do</th></tr></thead>
<tbody>${codes.map(row)}</tbody></table></div>`

/** Every code that an error can carry. The `type` of a problem points at its row. */
export const errorCodesPage = (codes: readonly ListedCode[]): string =>
  layout(
    'Error codes · Fetlock',
    html`<div><h1>Error codes</h1>
<p class="quiet">With <code>Accept: application/problem+json</code> an error carries a code for the problem as a whole, and
in a 400 one for each field. Codes do not change; new ones may be added. Messages may change.</p></div>
${table(
  'The request as a whole',
  codes.filter(({ of }) => of === 'problem'),
)}
${table(
  'One field or parameter',
  codes.filter(({ of }) => of === 'field'),
)}`,
  )
