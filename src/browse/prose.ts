import { html, type Markup } from '../kernel/markup.ts'

/** A sentence of a declaration, whose names of fields are in backticks. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
