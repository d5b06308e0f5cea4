import { ApiError, type ProblemCode } from '@fetlock/sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TextDraft, TextRecord } from './saved-text.ts'
import { makeSavedTexts } from './saved-texts.ts'

const problem = (status: number, code: ProblemCode = 'invalid') =>
  new ApiError({ status, code, detail: `Answer ${status}` })
const place = { visit: 7, patient: '/patient/1/', resource: 'consultationnote', type: 0 } as const

/** A service with one note, and a device that keeps drafts. */
const given = () => {
  const kept = new Map<string, TextDraft>()
  const service: {
    note: TextRecord | undefined
    created: Map<string, string>
    failing: ApiError | undefined
    losesAnswer: boolean
  } = {
    note: undefined,
    created: new Map(),
    failing: undefined,
    losesAnswer: false,
  }
  let version = 0
  const write = (text: string) => {
    service.note = { id: 1, url: 'https://clinic.example/consultationnote/1/', text, modified: String(++version) }
    return service.note
  }
  const answered = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (service.failing !== undefined) return reject(service.failing)
      const made = work()
      return service.losesAnswer ? reject(problem(0, 'no_answer')) : resolve(made)
    })
  const reading: { during?: () => void } = {}
  const merged = vi.fn<() => void>()
  let keys = 0
  const texts = makeSavedTexts({
    drafts: {
      all: () => Promise.resolve([...kept.values()]),
      put: (draft) => Promise.resolve(void kept.set(draft.key, draft)),
      remove: (key) => Promise.resolve(void kept.delete(key)),
    },
    create: (_place, text, key) =>
      answered(() => {
        const known = service.created.get(key)
        if (known !== undefined && known !== text) throw problem(422)
        service.created.set(key, text)
        return write(text)
      }),
    read: () =>
      answered(() => {
        reading.during?.()
        return service.note!
      }),
    change: (_place, base, text) =>
      answered(() => {
        if (service.note === undefined) throw problem(404)
        if (base.modified !== service.note.modified) throw problem(412)
        return write(text)
      }),
    remove: () => answered(() => void (service.note = undefined)),
    mintKey: () => `key ${++keys}`,
    now: () => new Date('2026-11-16T10:42:00Z'),
    onMerged: merged,
    onWritten: () => {},
  })
  const statusOf = (key: string) => texts.get(key)?.status.kind
  return { texts, kept, service, write, merged, statusOf, reading }
}

beforeEach(() => {
  vi.useFakeTimers()
})

describe('a text that saves itself', () => {
  it('is sent 0.8 seconds after the last key, and is on the device until it is answered', async () => {
    const { texts, kept, service, statusOf } = given()
    texts.open('main', 'me', place, null)
    texts.type('main', 'Coughs')
    await vi.advanceTimersByTimeAsync(700)
    expect([statusOf('main'), kept.get('main')?.text, service.note]).toEqual(['typing', 'Coughs', undefined])
    texts.type('main', 'Coughs at night')
    await vi.advanceTimersByTimeAsync(700)
    expect(service.note).toBeUndefined()
    await vi.advanceTimersByTimeAsync(100)
    expect([statusOf('main'), service.note?.text, kept.size]).toEqual(['saved', 'Coughs at night', 0])
  })

  it('is written once if the answer is lost, and with what was typed meanwhile', async () => {
    const { texts, service, statusOf } = given()
    texts.open('main', 'me', place, null)
    service.failing = problem(0)
    texts.type('main', 'Coughs')
    await texts.save('main')
    expect(statusOf('main')).toBe('kept')
    texts.type('main', 'Coughs at night')
    service.failing = undefined
    await texts.save('main')
    expect([...service.created.values()]).toEqual(['Coughs'])
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'Coughs at night'])
  })

  it('is written once if the answer is lost and a refusal follows that does not look at its key', async () => {
    const { texts, service, statusOf } = given()
    texts.open('main', 'me', place, null)
    service.losesAnswer = true
    texts.type('main', 'Coughs')
    await texts.save('main')
    service.losesAnswer = false
    service.failing = problem(403, 'permission_denied')
    await texts.save('main')
    expect(statusOf('main')).toBe('kept')
    texts.type('main', 'Coughs at night')
    service.failing = undefined
    await texts.save('main')
    expect([...service.created.values()]).toEqual(['Coughs'])
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'Coughs at night'])
  })

  it('is tried again by itself', async () => {
    const { texts, service, statusOf } = given()
    texts.open('main', 'me', place, null)
    service.failing = problem(503)
    texts.type('main', 'Coughs')
    await texts.save('main')
    service.failing = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'Coughs'])
  })

  it('is taken up after the page was left, for whoever typed it', async () => {
    const { texts, kept, service } = given()
    const draft = { key: 'main', place, text: 'Typed before', base: null, createKey: 'k', posting: null }
    kept.set('main', { ...draft, user: 'me' })
    kept.set('other', { ...draft, key: 'other', user: 'somebody else' })
    await texts.resume('me')
    await vi.runAllTimersAsync()
    expect(service.note?.text).toBe('Typed before')
    expect([...kept.keys()]).toEqual(['other'])
  })

  it('keeps the lines of both who changed different ones', async () => {
    const { texts, write, service, merged } = given()
    texts.open('main', 'me', place, write('One\nTwo\nThree'))
    texts.type('main', 'One\nTwo\nThree, mine')
    write('One, theirs\nTwo\nThree')
    await texts.save('main')
    expect(service.note?.text).toBe('One, theirs\nTwo\nThree, mine')
    expect(merged).toHaveBeenCalledOnce()
  })

  it('goes on from its own version if only the answer to it was lost', async () => {
    const { texts, write, service, merged, statusOf } = given()
    texts.open('main', 'me', place, write('Coughs'))
    service.losesAnswer = true
    texts.type('main', 'Coughs at night')
    await texts.save('main')
    expect(statusOf('main')).toBe('kept')
    texts.type('main', 'Coughs at night, since Monday')
    service.losesAnswer = false
    await texts.save('main')
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'Coughs at night, since Monday'])
    expect(merged).not.toHaveBeenCalled()
  })

  it('goes back to what it was, also if the answer to a change was lost', async () => {
    const { texts, write, service, statusOf } = given()
    texts.open('main', 'me', place, write('Coughs'))
    service.losesAnswer = true
    texts.type('main', 'Coughs at night')
    await texts.save('main')
    texts.type('main', 'Coughs')
    service.losesAnswer = false
    await vi.runAllTimersAsync()
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'Coughs'])
  })

  it.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
    ['both', 'Theirs\nMine'],
  ] as const)('shows both versions of the same lines, and ends with %s', async (wanted, expected) => {
    const { texts, kept, write, service, statusOf } = given()
    texts.open('main', 'me', place, write('Before'))
    texts.type('main', 'Mine')
    write('Theirs')
    await texts.save('main')
    expect(texts.get('main')).toMatchObject({ text: 'Mine', status: { kind: 'conflict', theirs: { text: 'Theirs' } } })
    expect([service.note?.text, kept.get('main')?.text]).toEqual(['Theirs', 'Mine'])
    await texts.resolve('main', wanted)
    expect([service.note?.text, texts.get('main')?.text, kept.size]).toEqual([expected, expected, 0])
    expect(['clean', 'saved']).toContain(statusOf('main'))
  })

  it('takes what is typed on while both versions are shown', async () => {
    const { texts, kept, write, service, statusOf } = given()
    texts.open('main', 'me', place, write('Before\nEats'))
    texts.type('main', 'Mine\nEats')
    write('Theirs\nEats')
    await texts.save('main')
    texts.type('main', 'Mine, and more\nEats')
    await vi.runAllTimersAsync()
    expect([statusOf('main'), kept.get('main')?.text, service.note?.text]).toEqual([
      'conflict',
      'Mine, and more\nEats',
      'Theirs\nEats',
    ])
    await texts.resolve('main', 'both')
    expect([service.note?.text, kept.size]).toEqual(['Theirs\nMine, and more\nEats', 0])
  })

  it('has what was typed while the version of somebody else was read', async () => {
    const { texts, write, service, reading } = given()
    texts.open('main', 'me', place, write('One\nTwo\nThree'))
    texts.type('main', 'One\nTwo\nThree, mine')
    write('One, theirs\nTwo\nThree')
    reading.during = () => texts.type('main', 'One\nTwo\nThree, mine, typed on')
    await texts.save('main')
    expect([service.note?.text, texts.get('main')?.text]).toEqual(
      Array(2).fill('One, theirs\nTwo\nThree, mine, typed on'),
    )
  })

  it('is tried again if the version of somebody else could not be read', async () => {
    const { texts, write, service, reading, statusOf } = given()
    texts.open('main', 'me', place, write('One\nTwo'))
    texts.type('main', 'One, mine\nTwo')
    write('One\nTwo, theirs')
    reading.during = () => {
      delete reading.during
      throw problem(0)
    }
    await texts.save('main')
    expect(statusOf('main')).toBe('kept')
    await vi.runAllTimersAsync()
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'One, mine\nTwo, theirs'])
  })

  it('is not given up while the service is still at work on it, and is written once', async () => {
    const { texts, service, statusOf } = given()
    texts.open('main', 'me', place, null)
    service.failing = problem(409, 'conflict')
    texts.type('main', 'Coughs')
    await texts.save('main')
    expect(statusOf('main')).toBe('kept')
    texts.type('main', 'Coughs at night')
    service.failing = undefined
    await vi.runAllTimersAsync()
    expect([...service.created]).toEqual([['key 1', 'Coughs']])
    expect([statusOf('main'), service.note?.text]).toEqual(['saved', 'Coughs at night'])
  })

  it('follows the service unless somebody types here', () => {
    const { texts, write } = given()
    texts.open('main', 'me', place, write('One'))
    texts.open('main', 'me', place, write('Two'))
    expect(texts.get('main')?.text).toBe('Two')
    texts.type('main', 'Mine')
    texts.open('main', 'me', place, write('Three'))
    expect(texts.get('main')?.text).toBe('Mine')
  })

  it('is written anew where somebody has removed it, and removed where it has no words', async () => {
    const { texts, write, service } = given()
    texts.open('main', 'me', place, write('Before'))
    service.note = undefined
    texts.type('main', 'Mine')
    await texts.save('main')
    expect(service.note).toMatchObject({ text: 'Mine' })
    texts.type('main', ' ')
    await texts.save('main')
    expect(service.note).toBeUndefined()
  })

  it('stays on the device if it is refused', async () => {
    const { texts, kept, write, service } = given()
    texts.open('main', 'me', place, write('Before'))
    service.failing = problem(400)
    texts.type('main', 'Mine')
    await texts.save('main')
    expect(texts.get('main')?.status).toMatchObject({ kind: 'refused', message: 'Answer 400' })
    expect(kept.get('main')?.text).toBe('Mine')
    texts.open('other', 'me', place, null)
    texts.type('other', 'Given up')
    await texts.discard('other')
    expect([...kept.keys()]).toEqual(['main'])
    service.failing = undefined
    await texts.writeAnew('main')
    expect([service.note?.text, kept.size]).toEqual(['Mine', 0])
  })
})
