import { expect, it, vi } from 'vitest'
import type { Client } from '../../api/records.ts'
import type { KeptForm } from './kept-registration.ts'

const form = { draft: { lastname: 'Koski' }, known: undefined, chosen: undefined, asked: undefined }

const given = async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  const { makeKeptRegistration } = await import('./kept-registration.ts')
  const stored = new Map<string, KeptForm>()
  let time = Date.parse('2026-11-16T10:00:00Z')
  const kept = makeKeptRegistration(
    {
      all: () => Promise.resolve([...stored.values()]),
      put: (one) => Promise.resolve(void stored.set(one.key, one)),
      remove: (key) => Promise.resolve(void stored.delete(key)),
    },
    () => new Date(time),
  )
  return { kept, stored, pass: (hours: number) => void (time += hours * 3_600_000) }
}

it('keeps a form for whoever fills it in, until it is done', async () => {
  const { kept, stored } = await given()
  await kept.write('ella new', form)
  expect((await kept.read('ella new'))?.form).toEqual(form)
  expect(await kept.read('oskar new')).toBeUndefined()
  kept.forget('ella new')
  expect(stored.size).toBe(0)
})

it('keeps of a client who exists only who they are', async () => {
  const { kept, stored } = await given()
  await kept.write('ella new', { ...form, known: { id: 7, lastname: 'Koski' } as Client, chosen: 9 })
  expect(stored.get('ella new')?.form).toEqual({ ...form, known: 7, chosen: 9 })
})

it('deletes a form of another day, whose ever it is', async () => {
  const { kept, stored, pass } = await given()
  await kept.write('ella new', form)
  pass(13)
  expect(await kept.read('oskar new')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it('is no hindrance where the browser keeps nothing', async () => {
  const { kept } = await given()
  const { makeKeptRegistration } = await import('./kept-registration.ts')
  const failing = () => Promise.reject(new Error('No storage.'))
  const broken = makeKeptRegistration({ all: failing, put: failing, remove: failing }, () => new Date())
  await broken.write('ella new', form)
  broken.forget('ella new')
  expect(await broken.read('ella new')).toBeUndefined()
  expect(await kept.read('nothing')).toBeUndefined()
})
