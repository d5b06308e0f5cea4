import { overPage } from '../over-page.ts'

/** To whom somebody writes, and about what: each by its address. */
export type Addressee = {
  readonly client: string
  /** What the client is called, where the page knows it. */
  readonly name?: string
  readonly consultation?: string
  readonly invoice?: string
}

/** `show` opens a message to a client, from any page. */
export const { show: writeTo, hide: endWriting, useShown: useAddressee } = overPage<Addressee>()
