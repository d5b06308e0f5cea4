// @module-tag browser
import { rolldown } from 'rolldown'
import { afterAll, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { useClinic } from '../support/api.ts'
import { openChromium } from '../support/chromium.ts'
import { givenUser } from '../support/clinic.ts'
import { sessionOf } from '../support/sessions.ts'

const { api, clinic, caller } = await useClinic()
// The scripts of a test are not those that the pages of the service allow.
const browser = await openChromium({ bypassCSP: true })
afterAll(() => browser.close())

const bundled = async () => {
  const build = await rolldown({ input: 'sdk/index.ts', platform: 'browser' })
  const { output } = await build.generate({ format: 'iife', name: 'sdk', exports: 'named' })
  await build.close()
  return output[0].code
}

it('writes by the cookie of the app, with its CSRF token, and again when that was refused', async () => {
  const group = await clinic.within((tx) =>
    tx
      .insertInto('permissiongroup')
      .values({ name: 'Everything', write: [...permissions] })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const user = await givenUser(caller, { permission_groups: [`${clinic.base}/permissiongroup/${group.id}/`] })
  const cookie = await clinic.within((tx) => sessionOf(tx, user.id))
  await browser.context.addCookies([{ name: 'fetlock_session', value: cookie!, url: `${api.publicUrl}/${clinic.id}/` }])
  const tab = await browser.context.newPage()
  await tab.goto(`${api.publicUrl}/errors/`)
  const sent: (string | undefined)[] = []
  tab.on('request', (request) => {
    if (request.method() !== 'OPTIONS')
      sent.push(
        `${request.method()} ${new URL(request.url()).pathname.split('/').at(-2)} ${request.headers()['x-csrf-token'] ? 'with' : 'without'}`,
      )
  })
  await tab.evaluate(await bundled().then((code) => `${code}; window.sdk = sdk`))
  const done = await tab.evaluate(`(async () => {
    const auth = sdk.session()
    const fetlock = sdk.createClient({ base: '/${clinic.id}/api/0.1', auth })
    const first = await fetlock.post('/client/', { body: { lastname: 'First' } })
    auth.remember('stale')
    const second = await fetlock.post('/client/', { body: { lastname: 'Second' } })
    const me = await fetlock.get('/me/')
    return [first.lastname, second.lastname, me.credential]
  })()`)
  expect(done).toEqual(['First', 'Second', 'session'])
  expect(sent).toEqual([
    'GET me without',
    'POST client with',
    'POST client with',
    'GET me without',
    'POST client with',
    'GET me without',
  ])
})
