import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { givenClient, givenItem, givenPatient, givenUser, givenVatGroup } from '../../../test/support/clinic.ts'
import { asPng, pngOf } from '../../../test/support/png.ts'

const { api } = await useClinic()
const givenClinic = async () => {
  const clinic = await api.givenOrganisation()
  const caller = await clinic.caller()
  return { clinic, caller, setup: () => done(caller.get('/setup/')) }
}

describe('what a clinic still needs', () => {
  it('is everything where there is nothing', async () => {
    const { clinic, caller, setup } = await givenClinic()
    await done(caller.post('/department/', { name: 'Horses' }))
    const { people, ...rest } = await setup()
    expect(people).toBe((await done(caller.get('/user/?is_active__is=true&is_virtual__is=false'))).count)
    expect(rest).toEqual({
      open: false,
      address: false,
      logo: false,
      vat_rates: 0,
      vat_rates_confirmed: false,
      without_bank_account: `${clinic.base}/department/${clinic.department}/`,
      people_with_shifts: 0,
      email: false,
      items: 0,
      clients: 0,
      patients: 0,
    })
  })

  it('is less with all that is filled in, wherever', async () => {
    const { clinic, caller, setup } = await givenClinic()
    const { people } = await setup()
    await givenUser(caller)
    await done(caller.patch(`/organisation/${clinic.id}/`, { street_address: 'Satamakuja 4', city: 'Helsinki' }))
    await done(caller.put('/settings/logo/', asPng(pngOf({ width: 300, height: 120 }))))
    await done(caller.patch(`/organisation/${clinic.id}/`, { vat_rates_confirmed: true, setup_open: true }))
    const { url: vat_group } = await givenVatGroup(caller)
    await givenItem(caller, { vat_group })
    await givenPatient(caller, { client: (await givenClient(caller)).url })
    expect(await setup()).toMatchObject({
      open: true,
      address: true,
      logo: true,
      vat_rates: 1,
      vat_rates_confirmed: true,
      people: people + 1,
      items: 1,
      clients: 1,
      patients: 1,
    })
    expect((await done(caller.get('/me/'))).organisation.setup_open).toBe(true)
  })

  it('counts nothing that is archived', async () => {
    const { caller, setup } = await givenClinic()
    const { url: vat_group } = await givenVatGroup(caller)
    for (const { url } of [await givenItem(caller, { vat_group }), await givenClient(caller)])
      await done(caller.patch(url, { archived: true }))
    await done(caller.patch(vat_group, { archived: true }))
    expect(await setup()).toMatchObject({ vat_rates: 0, items: 0, clients: 0 })
  })

  it('is shifts as long as nobody works in them, each person once and a day off not at all', async () => {
    const { clinic, caller, setup } = await givenClinic()
    const { url: user } = await givenUser(caller)
    const { url: other } = await givenUser(caller)
    const department = `${clinic.base}/department/${clinic.department}/`
    const shift = (fields: object) => done(caller.post('/shift/', { department, ...fields }))
    await shift({ user: other, date: '2030-12-06' })
    expect(await setup()).toMatchObject({ people_with_shifts: 0 })
    for (const weekday of [1, 2]) await shift({ user, weekday, start: '08:00', end: '16:00' })
    expect(await setup()).toMatchObject({ people_with_shifts: 1 })
    await done(caller.patch(user, { is_active: false }))
    expect(await setup()).toMatchObject({ people_with_shifts: 0 })
  })

  it('is a mail server as long as there is none to send from', async () => {
    const { caller, setup } = await givenClinic()
    const settings = await done(caller.get('/settings/messaging/'))
    const change = (fields: object) => done(caller.patch('/settings/messaging/', fields))
    expect(settings.smtp_host).toBe('')
    await change({ smtp_host: 'smtp.example.com' })
    expect((await setup()).email).toBe(false)
    await change({ mail_from: 'clinic@example.com' })
    expect((await setup()).email).toBe(true)
    expect((await done(caller.get('/me/'))).organisation.email_set_up).toBe(true)
  })

  it('is a bank account as long as one department has none', async () => {
    const { caller, setup } = await givenClinic()
    const { results } = await done(caller.get('/department/'))
    const { id: second, url } = await done(caller.post('/department/', { name: 'Horses' }))
    const fill = (id: number) => done(caller.patch(`/settings/department/${id}/`, { iban: 'FI2112345600000785' }))
    for (const { id } of results) await fill(id)
    expect((await setup()).without_bank_account).toBe(url)
    await fill(second)
    expect((await setup()).without_bank_account).toBeNull()
  })

  it('is told to whoever may see the departments', async () => {
    const { clinic } = await givenClinic()
    const other = await clinic.caller({ write: ['Settings: Items'] })
    expect((await other.get('/setup/')).status).toBe(403)
  })
})
