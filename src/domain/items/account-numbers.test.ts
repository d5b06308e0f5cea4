import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenAccountNumber, givenDepartment } from '../../../test/support/clinic.ts'

const { api, caller } = await useClinic()
const department: { url: string } = await givenDepartment(caller)
const elsewhere: { url: string } = await givenDepartment(caller)

const counted = async (number: string) => (await caller.get(`/accountnumber/?number__is=${number}`)).body.count

describe('an account number', () => {
  it('[S338] is made once for a number, description and department', async () => {
    const sent = { number: '3010', description: 'Procedures', department: department.url }
    const first = await caller.post('/accountnumber/', sent)
    expect([first.status, first.body]).toEqual([201, expect.objectContaining({ ...sent, archived: false })])
    const second = await caller.post('/accountnumber/', sent)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await counted('3010')).toBe(1)
  })

  it.each<[string, (sent: object) => object]>([
    ['description', (sent) => ({ ...sent, description: 'Medicines' })],
    ['description, by its case', (sent) => ({ ...sent, description: 'procedures' })],
    ['description, which is missing', (sent) => ({ ...sent, description: undefined })],
    ['department', (sent) => ({ ...sent, department: elsewhere.url })],
    ['department, which is missing', (sent) => ({ ...sent, department: undefined })],
    ['number', (sent) => ({ ...sent, number: '3021' })],
  ])('[S338] is another one with another %s', async (_what, change) => {
    const sent = { number: '3020', description: 'Procedures', department: department.url }
    const { body: first } = await caller.post('/accountnumber/', sent)
    const { status, body: other } = await caller.post('/accountnumber/', change(sent))
    expect(status).toBe(201)
    expect(other.id).not.toBe(first.id)
    expect((await caller.post('/accountnumber/', change(sent))).body.id).toBe(other.id)
  })

  it.each<[string, object]>([
    ['all three', { description: 'Foods', department: null }],
    ['a number alone', {}],
  ])('[S338] is restored when it was archived: %s', async (_what, fields) => {
    const sent = { number: '3030', ...fields }
    const { body: first } = await caller.post('/accountnumber/', sent)
    await caller.patch(first.url, { archived: true })
    const { status, body } = await caller.post('/accountnumber/', sent)
    expect([status, body]).toEqual([201, { ...first, modified: body.modified }])
    expect(body.modified > first.modified).toBe(true)
    expect((await caller.get(first.url)).body.archived).toBe(false)
  })

  it('does not belong to another organisation', async () => {
    const [stranger, sent] = [await (await api.givenOrganisation()).caller(), { number: '3040' }]
    const { body: theirs } = await stranger.post('/accountnumber/', sent)
    const { body: ours } = await caller.post('/accountnumber/', sent)
    expect(ours.url).not.toBe(theirs.url)
    expect((await caller.post('/accountnumber/', sent)).body).toEqual(ours)
  })

  it('[S338] is one record, although fifty ask for it at the same moment', async () => {
    const sent = { number: '3050', description: 'Laboratory', department: null }
    const fifty = () => Promise.all(Array.from({ length: 50 }, () => caller.post('/accountnumber/', sent)))
    const answers = await fifty()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await counted('3050')).toBe(1)
    await caller.patch(answers[0]!.body.url, { archived: true })
    const restored = await fifty()
    expect(new Set(restored.map(({ body }) => `${body.id} ${body.archived}`))).toEqual(
      new Set([`${answers[0]!.body.id} false`]),
    )
  })

  it('[S339] is not changed into one that exists', async () => {
    await givenAccountNumber(caller, { number: '3060', description: 'A' })
    const other = await givenAccountNumber(caller, { number: '3060', description: 'B' })
    for (const refused of [
      await caller.patch(other.url, { description: 'A' }, asProblem),
      await caller.put(other.url, { number: '3060', description: 'A' }, asProblem),
    ])
      expect(codesOf(refused)).toEqual({ number: 'unique' })
    expect((await caller.get(other.url)).body).toEqual(other)
  })

  it.each([
    ['no number', { description: 'Sales' }, { number: 'required' }],
    ['a blank number', { number: ' ' }, { number: 'blank' }],
    ['a number of 32 characters', { number: '3'.repeat(32) }, { number: 'max_length' }],
    ['a department that does not exist', { number: '3070', department: '999999' }, { department: 'does_not_exist' }],
  ])('is refused with %s', async (_what, body, codes) => {
    expect(codesOf(await caller.post('/accountnumber/', body, asProblem))).toEqual(codes)
  })
})
