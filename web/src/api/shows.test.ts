import { describe, expect, it } from 'vitest'
import { isShown, shows, showsAll } from './shows.ts'

const host = 'https://vet.example/1/api/0.1'
const itemOf = (visit: number) => ({
  resource: 'consultationitem',
  url: `${host}/consultationitem/70/`,
  links: [`${host}/consultation/${visit}/`, `${host}/item/3/`],
})
const client = (id: number) => ({ resource: 'client', url: `${host}/client/${id}/`, links: [] })

type Visit = { readonly client: string; readonly patients: readonly string[]; readonly invoice: string | null }
const visit: Visit = { client: `${host}/client/7/`, patients: [`${host}/patient/8/`], invoice: null }
const meta = shows<Visit>({
  consultation: '/consultation/5/',
  consultationitem: '/consultation/5/',
  client: (loaded) => loaded.client,
  patient: (loaded) => loaded.patients,
  invoicepayment: (loaded) => loaded.invoice,
})

describe('a query shows', () => {
  it('the changes of a record and of those that link to it, and none of others', () => {
    expect(isShown(meta, visit, itemOf(5))).toBe(true)
    expect(isShown(meta, visit, itemOf(55))).toBe(false)
    expect(isShown(meta, visit, itemOf(6))).toBe(false)
    expect(
      isShown(meta, visit, { resource: 'consultation', url: `${host}/consultation/5/`, links: [visit.client] }),
    ).toBe(true)
    expect(
      isShown(meta, visit, { resource: 'consultation', url: `${host}/consultation/6/`, links: [visit.client] }),
    ).toBe(false)
  })

  it('the records that its data name, and none before they are loaded', () => {
    expect(isShown(meta, visit, client(7))).toBe(true)
    expect(isShown(meta, visit, client(9))).toBe(false)
    expect(isShown(meta, undefined, client(7))).toBe(false)
    const payment = { resource: 'invoicepayment', url: null, links: [`${host}/invoice/4/`] }
    expect(isShown(meta, visit, payment)).toBe(false)
    expect(isShown(meta, { ...visit, invoice: `${host}/invoice/4/` }, payment)).toBe(true)
  })

  it('every change of a resource of which it shows all, and nothing of one that it does not name', () => {
    const list = showsAll('client', 'reason')
    expect(isShown(list, undefined, client(9))).toBe(true)
    expect(isShown(list, undefined, itemOf(5))).toBe(false)
    expect(isShown(undefined, visit, client(7))).toBe(false)
  })
})
