import { MessageChannel } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import { beginningOf, insertedAt } from './typing.ts'

describe('a message is written on', () => {
  const [mail, sms] = [MessageChannel.EMail, MessageChannel.Sms]
  it.each([
    ['between the greeting and the clinic', mail, 'Dear Anna,\n\nClinic\n09 555', 'Dear Anna,\n\n|\n\nClinic\n09 555'],
    ['below a greeting that stands alone', mail, 'Dear Anna,', 'Dear Anna,\n\n|'],
    ['behind the name of the clinic', sms, 'Clinic:\n09 555', 'Clinic: |\n09 555'],
    ['behind the name of a clinic without a number', sms, 'Clinic:', 'Clinic: |'],
  ])('%s', (_where, channel, text, expected) => {
    const begun = beginningOf({ subject: '', text }, channel)
    expect(`${begun.text.slice(0, begun.caret)}|${begun.text.slice(begun.caret)}`).toBe(expected)
  })

  it('behind a stored text that replaces what is selected', () => {
    expect(insertedAt('Dear Anna, hello', 'all is well', { selectionStart: 11, selectionEnd: 16 })).toEqual({
      text: 'Dear Anna, all is well',
      caret: 22,
    })
  })
})
