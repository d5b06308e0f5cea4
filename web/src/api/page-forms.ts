import { home } from './home.ts'

/** The first form on one of the service's own pages. Undefined if the page leads elsewhere: there is nothing to answer there. */
export const readForm = async (path: string) => {
  const response = await fetch(`${home}${path}`, { credentials: 'same-origin', headers: { accept: 'text/html' } })
  if (response.redirected) return undefined
  if (!response.ok) throw new Error(`The form was answered with ${response.status}.`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector('form') ?? undefined
}

/** The token of that form, which its answer needs and no other site can read. */
export const readFormToken = async (path: string) => {
  const form = await readForm(path)
  return form && (form.querySelector<HTMLInputElement>('input[name="form"]')?.value ?? '')
}

/** Sends a form as the page would. What was done is answered with a redirect, which is not followed. */
export const sendForm = async (path: string, fields: Readonly<Record<string, string>>) => {
  const response = await fetch(`${home}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    credentials: 'same-origin',
    redirect: 'manual',
  })
  return { isDone: response.type === 'opaqueredirect', status: response.status }
}
