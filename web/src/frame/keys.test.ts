import { describe, expect, it } from 'vitest'
import type { Action } from '../shared/actions.ts'
import { findAction, isCutOff, nameOfKey } from './keys.ts'

const action = (keys: string, id = keys): Action => ({ id, title: id, group: 'here', keys, run: () => {} })
const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) =>
  nameOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

describe('a key', () => {
  it('is named as actions spell it', () => {
    expect(press('C')).toBe('c')
    expect(press(' ')).toBe('Space')
    expect(press('k', { ctrlKey: true })).toBe('Mod+k')
    expect(press('k', { metaKey: true })).toBe('Mod+k')
    expect(press('k', { altKey: true })).toBeUndefined()
  })

  it('finds its action, and the one offered last if there are two', () => {
    const actions = [action('c', 'first'), action('c', 'second'), action('g t'), action('g c')]
    expect(findAction(actions, undefined, 'c').action?.id).toBe('second')
    expect(findAction(actions, undefined, 'g')).toEqual({ action: undefined, isFirst: true })
    expect(findAction(actions, 'g', 't').action?.id).toBe('g t')
    expect(findAction(actions, 'g', 'c').action?.id).toBe('g c')
    expect(findAction(actions, 'x', 't').action).toBeUndefined()
  })
})

describe('whoever types', () => {
  const field = { isConnected: true, isWritten: true }
  it.each([
    ['into a field that is gone', { ...field, isConnected: false }, true, true],
    ['into a field that is there', field, true, false],
    ['and went on to something else', { ...field, isConnected: false }, false, false],
    ['and ended a field that closed', { isConnected: false, isWritten: false }, true, false],
    ['nowhere', undefined, true, false],
  ])('%s', (_what, left, isNowhere, cutOff) => {
    expect(isCutOff(left, isNowhere)).toBe(cutOff)
  })
})
