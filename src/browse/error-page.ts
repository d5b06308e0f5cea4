import { nonField, type ApiError, type FieldErrors } from '../kernel/errors.ts'
import { basePath } from '../kernel/links.ts'
import { html, type Markup } from '../kernel/markup.ts'
import { layout } from './layout.ts'

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

/** The list that a record would be in: for /7/api/0.1/patient/99/ the path /7/api/0.1/patient/. */
const listAbove = (path: string) => /^(\/\d+\/api\/0\.1\/(?:\w+\/)+)[^/]+\/$/.exec(path)?.[1]

/** Whether something can be read at a path. */
export type IsReadable = (path: string) => boolean

/** What can be read above an address that is only written to, such as the record that it changes. */
const readableAbove = (path: string, isReadable: IsReadable): string | undefined => {
  const above = listAbove(path)
  return above === undefined || isReadable(above) ? above : readableAbove(above, isReadable)
}

const nearestAbove = (status: number, path: string, isReadable: IsReadable) => {
  if (status === 404) return listAbove(path)
  return status === 405 ? readableAbove(path, isReadable) : undefined
}

const waysOut = (status: number, url: string, isReadable: IsReadable): Markup | undefined => {
  const organisation = /^\/([1-9]\d{0,8})\//.exec(url)?.[1]
  if (organisation === undefined) return undefined
  const [path = '', asked = ''] = url.split('?')
  const signIn = `/${organisation}/sign-in/?${new URLSearchParams({ next: url }).toString()}`
  const above = nearestAbove(status, path, isReadable)
  const others = asked.split('&').filter((pair) => !pair.startsWith('page='))
  const firstPage = others.length === 0 ? path : `${path}?${others.join('&')}`
  return html`<p class="row">${status === 401 ? button(signIn, 'Sign in', 'button primary') : ''}
${status === 400 && asked !== '' ? button(path, 'Without filters', 'button primary') : ''}
${status === 404 && /(^|&)page=/.test(asked) ? button(firstPage, 'First page', 'button primary') : ''}
${above === undefined ? '' : button(above, `Back to ${above.split('/').slice(4, -1).join('/')}`, 'button primary')}
${button(basePath(Number(organisation)), 'Back to the API root')}</p>`
}

const identification = ({ code }: ApiError, requestId: string | undefined): Markup =>
  html`<p class="quiet">Code <a href="/errors/#${code}"><code>${code}</code></a>${
    requestId === undefined ? '' : html` · request <code class="whole">${requestId}</code>`
  }</p>`

/** The page for a request that was refused. All that is known is the address, and it may be anything. */
export const errorPage = (
  refusal: ApiError,
  url: string,
  requestId?: string,
  isReadable: IsReadable = () => true,
): string => {
  const { status, message } = refusal
  const headline = headlines[status] ?? 'This did not work'
  return layout(
    `${headline} · API`,
    html`<div class="card error"><div><p class="quiet">Error ${status}</p><h1>${headline}</h1></div>
<p>${message}</p>
${errorList(refusal)}
${waysOut(status, url, isReadable)}
${identification(refusal, requestId)}</div>`,
  )
}
