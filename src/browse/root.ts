import type { Links } from '../kernel/links.ts'
import { html, type Markup } from '../kernel/markup.ts'
import { pathIn } from './data.ts'
import type { Part } from './presentation.ts'
import { prose } from './prose.ts'

/** The lists of the API by part of the practice, each with what its records are. */
export const rootLists = (lists: Readonly<Record<string, unknown>>, parts: readonly Part[], links: Links): Markup =>
  html`${parts.map(({ title, entries }) => {
    const shown = entries.flatMap((entry) => {
      const path = pathIn(links, lists[entry.name])
      return path === undefined ? [] : [{ ...entry, path }]
    })
    if (shown.length === 0) return undefined
    return html`<section class="card"><h2>${title}</h2><dl class="index">${shown.map(
      ({ path, title: label, about }) => html`<div><dt><a href="${path}">${label}</a></dt><dd>${prose(about)}</dd></div>
`,
    )}</dl></section>
`
  })}`
