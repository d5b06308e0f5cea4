import { home } from './home.ts'

/**
 * The token of the form on one of the service's own pages, which its answer needs and no other site can read. Undefined if the
 * page leads elsewhere, because there is nothing to answer there any more.
 */
export const readFormToken = async (path: string) => {
  const response = await fetch(`${home}${path}`, { credentials: 'same-origin', headers: { accept: 'text/html' } })
  if (response.redirected) return undefined
  if (!response.ok) throw new Error(`The form was answered with ${response.status}.`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector<HTMLInputElement>('input[name="form"]')?.value ?? ''
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
