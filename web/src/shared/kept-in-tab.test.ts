import { expect, it } from 'vitest'
import { forgetInTab, keptInTab } from './kept-in-tab.ts'

it('is of whoever left it there, and of nobody who signs in next', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  } as Storage
  const of = (user: string, what = 'addendum 7') => keptInTab(`https://clinic.example/${user}/`, what, storage)
  of('1/api/0.1/user/2').write('Owner called.')
  expect(of('1/api/0.1/user/2').read()).toBe('Owner called.')
  expect(of('1/api/0.1/user/3').read()).toBeUndefined()
  expect(of('2/api/0.1/user/2').read()).toBeUndefined()
  expect(of('1/api/0.1/user/2', 'addendum 8').read()).toBeUndefined()
  of('1/api/0.1/user/3').remove()
  expect(of('1/api/0.1/user/2').read()).toBe('Owner called.')
  of('1/api/0.1/user/2').remove()
  expect(stored.size).toBe(0)
})

it('is forgotten with whoever signs out, with the writes under their name, and stays of others', () => {
  const stored = new Map([
    ['fetlock.kept https://clinic.example/1/api/0.1/user/2/ addendum 7', 'Owner called.'],
    ['fetlock.write https://clinic.example/1/api/0.1/user/2/ pay 5', '{}'],
    ['fetlock.kept https://clinic.example/1/api/0.1/user/21/ addendum 7', 'Of somebody else.'],
    ['another', 'thing'],
  ])
  const storage = {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    removeItem: (name: string) => void stored.delete(name),
  } as Storage
  forgetInTab('https://clinic.example/1/api/0.1/user/2/', storage)
  expect([...stored.values()]).toEqual(['Of somebody else.', 'thing'])
})
