import { html, write, type Markup } from '../kernel/markup.ts'
import { style } from './style.ts'

/** A whole page: its title in the tab, what stands above the content, and the content. */
export const layout = (title: string, main: Markup, top?: Markup): string =>
  write(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${style}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${top}
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`)
