import { beforeEach, describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf } from '../../../test/support/clinic.ts'
import { languages } from '../organisation/languages.ts'
import { builtInText } from './built-in-texts.ts'
import { messageChannels, messageKinds, type MessageChannel, type MessageKind } from './kinds.ts'
import { fillIn, placeholdersOf, requireKnownPlaceholders } from './placeholders.ts'

const { clinic, caller } = await useClinic()
const path = '/message_template/'
const mail = { kind: 1, channel: 1, language: 'fi', subject: 'Aika {{date}}', text: 'Hei {{client}}!' }

const kinds = Object.keys(messageKinds).map(Number) as MessageKind[]
const channels = Object.keys(messageChannels).map(Number) as MessageChannel[]

describe('a message template', () => {
  it('is made, changed, listed and removed', async () => {
    const made = await done(caller.post(path, mail))
    expect(made).toEqual({ ...made, ...mail, url: clinic.url('message_template', made.id) })
    const changed = await done(caller.patch(made.url, { text: 'Terve {{client}}!', language: 'sv' }))
    expect(changed).toMatchObject({ text: 'Terve {{client}}!', language: 'fi' })
    const { results } = await done(caller.get(`${path}?kind__is=1&channel__is=1&language__is=fi`))
    expect(results).toEqual([changed])
    expect((await caller.delete(made.url)).status).toBe(204)
    expect((await caller.get(made.url)).status).toBe(404)
  })

  it('is one for each kind, channel and language', async () => {
    const made = await done(caller.post(path, mail))
    expect(codesOf(await caller.post(path, mail, asProblem))).toEqual({ language: 'unique' })
    for (const other of [{ kind: 2 }, { channel: 2, subject: '' }, { language: 'sv' }])
      expect((await caller.post(path, { ...mail, ...other })).status).toBe(201)
    await caller.delete(made.url)
  })

  it.each([
    ['text', { text: 'On {{day}}' }, '{{day}}'],
    ['subject', { subject: 'Hello {{klient}}' }, '{{klient}}'],
    ['text', { text: 'Invoice {{number}}' }, '{{number}}'],
    ['text', { text: 'Hello {{client}' }, 'two braces'],
    ['text', { text: 'Hello {{}}' }, '{{}}'],
  ])('refuses an unknown placeholder in its %s with the list of known ones: %j', async (field, change, quoted) => {
    const answer = await caller.post(path, { ...mail, kind: 2, language: 'de', ...change }, asProblem)
    expect(codesOf(answer)).toEqual({ [field]: 'unknown_placeholder' })
    const [{ message }] = answer.body.errors[field]
    expect(message).toContain(quoted)
    for (const known of placeholdersOf(2)) expect(message).toContain(`{{${known}}}`)
  })

  it('is checked as it is after a change', async () => {
    const made = await done(caller.post(path, { ...mail, kind: 4, subject: 'Lasku {{number}}', text: '{{amount}}' }))
    expect(codesOf(await caller.patch(made.url, { text: '{{date}}' }, asProblem))).toEqual({
      text: 'unknown_placeholder',
    })
    expect(codesOf(await caller.patch(made.url, { subject: '' }, asProblem))).toEqual({ subject: 'required' })
  })

  it('has a subject if it is an e-mail, and none if it is an SMS', async () => {
    const { subject: _none, ...rest } = mail
    expect(codesOf(await caller.post(path, { ...rest, language: 'es' }, asProblem))).toEqual({ subject: 'required' })
    expect(codesOf(await caller.post(path, { ...mail, channel: 2, language: 'es' }, asProblem))).toEqual({
      subject: 'no_subject',
    })
  })

  it('is in a language that clients can have', async () => {
    expect(codesOf(await caller.post(path, { ...mail, language: 'tlh' }, asProblem))).toEqual({
      language: 'invalid_choice',
    })
    const client = await done(caller.post('/client/', { lastname: 'Ek', language: 'sv' }))
    expect(client.language).toBe('sv')
    expect((await done(caller.patch(client.url, { language: null }))).language).toBe(null)
    expect(codesOf(await caller.patch(client.url, { language: 'tlh' }, asProblem))).toEqual({
      language: 'invalid_choice',
    })
  })

  it('needs a permission of its own', async () => {
    const other = await clinic.caller({ write: ['General: Patients and clients'] })
    expect((await other.get(path)).status).toBe(403)
    expect((await other.post(path, mail)).status).toBe(403)
  })
})

describe('a built-in text', () => {
  const all = languages.flatMap((language) =>
    kinds.flatMap((kind) => channels.map((channel) => [language, kind, channel] as const)),
  )

  it.each(all)(
    'in %s of kind %i and channel %i has known placeholders, and a subject if it is an e-mail',
    (language, kind, channel) => {
      const { subject, text } = builtInText(kind, channel, language)
      expect(() => requireKnownPlaceholders(kind, 'text', `${subject} ${text}`)).not.toThrow()
      expect([text !== '', subject !== '']).toEqual([true, channel === 1])
      expect(text).toContain('{{clinic}}')
    },
  )

  it('is another in every language', () => {
    for (const kind of kinds)
      for (const channel of channels)
        expect(new Set(languages.map((language) => builtInText(kind, channel, language).text)).size).toBe(
          languages.length,
        )
  })
})

describe('filling in', () => {
  it.each([
    ['Dear {{client}},', { client: 'Aino' }, 'Dear Aino,'],
    ['Dear {{ client }},', { client: 'Aino' }, 'Dear Aino,'],
    ['{{date}}, {{time}}\n{{reason}}\nEnd', { date: 'Monday' }, 'Monday,\nEnd'],
    ['First\n\n{{reason}}\n\nEnd', {}, 'First\n\nEnd'],
    ['{{client}}', { client: '{{clinic}}', clinic: 'X' }, '{{clinic}}'],
    ['Call {{phone}}\n{{phone}}', { phone: '' }, ''],
    ['{{client}}', { client: '$& $1' }, '$& $1'],
  ])('%j with %j is %j', (text, values, filled) => {
    expect(fillIn(text, values as Record<string, string>)).toBe(filled)
  })
})

describe('the preview of a message', () => {
  const preview = async (asked: Readonly<Record<string, unknown>>) =>
    done(caller.post(`${path}preview/`, { kind: 1, channel: 1, language: 'en', ...asked }))

  beforeEach(async () => {
    for (const { url } of (await done(caller.get(path))).results) await caller.delete(url)
  })

  it.each(
    kinds.flatMap((kind) => channels.flatMap((channel) => languages.map((language) => [kind, channel, language]))),
  )(
    'of kind %i, channel %i in %s is the built-in wording with every placeholder filled in',
    async (kind, channel, language) => {
      const shown = await preview({ kind, channel, language })
      const wording = builtInText(kind as MessageKind, channel as MessageChannel, language as 'fi')
      expect(shown).toMatchObject({
        wording_subject: wording.subject,
        wording_text: wording.text,
        built_in: true,
        placeholders: placeholdersOf(kind as MessageKind),
      })
      for (const written of [shown.subject, shown.text]) expect(written).not.toMatch(/[{}]|undefined/)
      expect(shown.text).toContain((await done(caller.get('/organisation/'))).results[0].name)
      expect(shown.sms_parts === null).toBe(channel === 1)
    },
  )

  it('is of the wording that is sent, in the reader’s language and the department’s name, and stores nothing', async () => {
    const { results } = await done(caller.get('/department/'))
    const text = 'Hei {{client}}, {{patients}}: {{date}}, {{department}}, {{reason}}'
    const shown = await preview({ channel: 2, language: 'fi', text, department: results[0].url })
    expect(shown.text).toMatch(
      new RegExp(`^Hei Anna Koski, Bella ja Max: \\S+ \\d+\\. \\S+kuuta \\d{4}, ${results[0].name}, Rokotus$`),
    )
    expect(shown.sms_parts).toBe(1)
    expect((await preview({ channel: 2, language: 'fi', text: 'ê'.repeat(71) })).sms_parts).toBe(2)
    expect((await done(caller.get(path))).count).toBe(0)
  })

  it('is of the clinic’s own wording where it has one, and of the built-in one after that is removed', async () => {
    const made = await done(caller.post(path, mail))
    expect(await preview({ language: 'fi' })).toMatchObject({
      built_in: false,
      wording_text: 'Hei {{client}}!',
      text: 'Hei Anna Koski!',
    })
    await caller.delete(made.url)
    expect(await preview({ language: 'fi' })).toMatchObject({ built_in: true })
  })

  it('refuses what could not be stored', async () => {
    const refused = async (asked: object) =>
      codesOf(await caller.post(`${path}preview/`, { kind: 1, channel: 1, language: 'en', ...asked }, asProblem))
    expect(await refused({ text: 'Hello' })).toEqual({ subject: 'required' })
    expect(await refused({ subject: 'Hello', text: '{{number}}' })).toEqual({ text: 'unknown_placeholder' })
    expect(await refused({ channel: 2, subject: 'Hello', text: 'Hello' })).toEqual({ subject: 'no_subject' })
    expect(await refused({ kind: 9 })).toEqual({ kind: 'invalid_choice' })
  })

  it('needs the permission to change templates', async () => {
    const reader = await clinic.caller({ read: ['Settings: Integration settings'] })
    expect((await reader.post(`${path}preview/`, { kind: 1, channel: 1, language: 'en' })).status).toBe(403)
  })
})
