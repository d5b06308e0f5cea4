import { afterAll, describe, expect, it, vi } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { givenClient, givenConsultation, givenFile, givenPatient, givenUser } from '../../test/support/clinic.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { keysIn } from '../../test/support/store.ts'
import { listErasure } from '../domain/erasure/erasure-list.ts'
import { objectStoreAt } from '../gateways/object-store.ts'

const { api, clinic, caller } = await useClinic()
const store = objectStoreAt(api.options.store)
useSettings({ ...settingsFor(api.database), FETLOCK_S3_BUCKET: api.options.store.bucket })
afterAll(() => {
  store.close()
  vi.unstubAllEnvs()
})

const apply = async () => jsonOf(await fetlock('erasures', 'apply', '--json'))

describe('erasures apply', () => {
  it('erases who is in the list and in the database, also with an open visit, once', async () => {
    const patient = await givenPatient(caller)
    const client = (await caller.get(patient.client)).body
    await givenConsultation(caller, { patients: [patient] })
    const other = await givenClient(caller)
    const erased = '2026-03-04T05:06:07.000Z'
    await listErasure(store, { organisation: clinic.id, resource: 'client', record: client.id, erased, files: [] })
    await listErasure(store, { organisation: clinic.id, resource: 'client', record: 999_999, erased, files: [] })
    expect(await apply()).toEqual({ listed: 2, applied: 1 })
    expect((await caller.get(client.url)).body).toMatchObject({ lastname: 'Erased client', archived: true })
    expect((await caller.get(other.url)).body.lastname).toBe(other.lastname)
    expect(await apply()).toEqual({ listed: 2, applied: 0 })
  })

  it('erases staff of the list, also those who may sign in again since the restore', async () => {
    const user = await givenUser(caller)
    const erased = '2026-03-04T05:06:07.000Z'
    await listErasure(store, { organisation: clinic.id, resource: 'user', record: user.id, erased, files: [] })
    expect((await apply()).applied).toBe(1)
    expect((await caller.get(user.url)).body).toMatchObject({ last_name: 'Erased user', email: '', is_active: false })
    expect((await apply()).applied).toBe(0)
  })

  it('deletes the files of the list that a copy brought back', async () => {
    const file = await givenFile(caller)
    const { kept_key: key } = await clinic.within((tx) =>
      tx.selectFrom('attachment').select('kept_key').where('id', '=', file.id).executeTakeFirstOrThrow(),
    )
    await listErasure(store, {
      organisation: clinic.id,
      resource: 'client',
      record: 888_888,
      erased: '2026-03-04T05:06:07.000Z',
      files: [key!],
    })
    expect(await keysIn(api.options.store)).toContain(`${clinic.id}/${key}`)
    await apply()
    expect(await keysIn(api.options.store)).not.toContain(`${clinic.id}/${key}`)
  })
})
