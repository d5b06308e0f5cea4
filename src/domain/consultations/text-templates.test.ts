import { expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, idsIn } from '../../../test/support/clinic.ts'

const { api, caller } = await useClinic()

const dental = { name: 'Dental cleaning', shortcut: 'dent', kind: 'discharge', text: 'Soft food for two days.' }

it('is kept as it was written, for one language or for any', async () => {
  const made = await done(caller.post('/text_template/', { ...dental, language: 'fi' }))
  expect(made).toMatchObject({ ...dental, language: 'fi', archived: false })
  const plain = await done(caller.post('/text_template/', { name: 'Healthy', kind: 'note', text: 'No findings.\n' }))
  expect(plain).toMatchObject({ shortcut: '', language: '', text: 'No findings.\n' })
})

it('has a shortcut of its own in each language, until it is archived', async () => {
  const one = await done(caller.post('/text_template/', { ...dental, shortcut: 'own' }))
  expect(codesOf(await caller.post('/text_template/', { ...dental, shortcut: 'OWN' }, asProblem))).toEqual({
    shortcut: 'unique',
  })
  await done(caller.post('/text_template/', { ...dental, shortcut: 'own', language: 'sv' }))
  expect((await caller.delete(one.url)).status).toBe(204)
  await done(caller.post('/text_template/', { ...dental, shortcut: 'own' }))
  expect(codesOf(await caller.patch(one.url, { archived: false }, asProblem))).toEqual({ shortcut: 'unique' })
})

it('is found by kind, language and name', async () => {
  const here = await (await api.givenOrganisation()).caller()
  const note = await done(here.post('/text_template/', { ...dental, shortcut: '', kind: 'note', language: 'en' }))
  const letter = await done(here.post('/text_template/', { ...dental, name: 'Referral letter', kind: 'message' }))
  const found = async (query: string) => idsIn(await here.get(`/text_template/?${query}`))
  expect(await found('kind__is=note')).toEqual([note.id])
  expect(await found('language__is=en')).toEqual([note.id])
  expect(await found('name__icontains=LETTER')).toEqual([letter.id])
  expect(await found('shortcut__is=dent')).toEqual([letter.id])
  await here.delete(note.url)
  expect(await found('archived__is=false')).toEqual([letter.id])
})

it.each([
  ['a kind that does not exist', { kind: 'poem' }, { kind: 'invalid_choice' }],
  ['no text', { text: ' ' }, { text: 'blank' }],
  ['no language', { language: 'not a language' }, { language: 'invalid' }],
])('is refused: %s', async (_name, fields, codes) => {
  expect(codesOf(await caller.post('/text_template/', { ...dental, ...fields }, asProblem))).toEqual(codes)
})
