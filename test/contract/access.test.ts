// @module-tag waits
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { callerNames } from '../support/access-callers.ts'
import { disagreements, distinguishing, isOwned, routes, type Outcome } from '../support/access-model.ts'
import { isFine, statusesOf, testAccess, useAccess } from '../support/access.ts'
import { nameOf, routesIn, routeTable, targetOf } from '../support/routes.ts'
import { sampleOf } from '../support/samples/bodies.ts'

const access = await useAccess(callerNames.applications)
const { sent, of } = access

/** Link filters that no sample matches: nothing is credited, cancelled or refunded, and the sample user has changed and asked for nothing. */
const linkedByNone = new Set([
  '/appointment/ consultation__is',
  '/auditevent/ user__is',
  '/diagnosticimaging_worklist/ requesting_user__is',
  '/invoice/ consultation__is',
  '/invoice/ countersale_record__is',
  '/invoice/ credit_note_original_invoice__is',
  '/invoicepayment/ cancels__is',
  '/invoicepayment/ unallocatedpayment__is',
  '/invoicerow/ consultation_item__is',
  '/invoicerow/ countersale_item__is',
  '/invoicerow/ credited_invoicerow__is',
  '/invoicerow/ patient__is',
  '/message/ consultation__is',
  '/onlinebookingclient/ appointment__in',
  '/onlinebookingclient/ appointment__is',
  '/onlinebookingclient/ client__is',
  '/onlinebookingpatient/ patient__is',
  '/reason_item/ item__is',
  '/receiptline/ order__in',
  '/receiptline/ order__is',
  '/securityevent/ actor__is',
  '/stock_movement/ order_item__is',
  '/stock_movement/ receipt_line__is',
  '/unallocatedpayment/ refunds__is',
  '/wholesaler/ department__is',
  '/wholesaler/ parent__is',
])

describe('access', () => {
  testAccess(access)

  it('is tested with every link in queries and bodies', () => {
    const places = sent().outcomes.flatMap(({ at: { route, link } }) =>
      link ? [`${nameOf(route)} ${link.where} ${link.name}`] : [],
    )
    expect([...new Set(places)]).toEqual(
      expect.arrayContaining([
        'GET /client/ query home_department__is',
        'GET /patient/ query client__is',
        'GET /patient/ query client__in',
        'GET /phonenumber/ query client__is',
        'GET /user/ query home_department__is',
        'POST /application/ body permission_groups',
        'POST /client/ body invoicing_client',
        'POST /patient/ body client',
        'POST /patient/ body species',
        'POST /patient/bulk/ body client',
        'POST /phonenumber/ body client',
        'PATCH /organisation/{id}/ body default_department',
        'PATCH /patient/{id}/ body breed',
        'PATCH /user/{id}/ body permission_groups',
      ]),
    )
  })

  it('finds records by the organisation’s own links and none by foreign links', () => {
    const asked = of('the first application').flatMap(({ at: { route, link }, answer }) =>
      link?.where === 'query' ? [{ place: `${route.path} ${link.name}`, to: link.to, ...JSON.parse(answer.text) }] : [],
    )
    const found = asked.filter(({ count }) => count > 0)
    expect(new Set(found.map(({ to }) => to))).toEqual(new Set(['own']))
    const placesIn = (answers: typeof asked) => new Set(answers.map(({ place }) => place))
    expect(placesIn(asked).difference(placesIn(found))).toEqual(linkedByNone)
  })

  it.each([
    ['loosens a permission', 'GET /client/ | General: Patients and clients (read)', 'GET /client/ | any valid token'],
    [
      'names another permission',
      'GET /client/ | General: Patients and clients (read)',
      'GET /client/ | Settings: Items (read)',
    ],
    [
      'requires read access instead of write access',
      'POST /client/ | General: Patients and clients (write)',
      'POST /client/ | General: Patients and clients (read)',
    ],
    [
      'requires one of two permissions instead of one',
      'GET /client/ | General: Patients and clients (read)',
      'GET /client/ | General: Patients and clients (read) or Settings: Items (read)',
    ],
    [
      'requires a permission where none is needed',
      'GET /department/ | any valid token',
      'GET /department/ | Settings: Departments (read)',
    ],
    [
      'opens a route to wholesalers',
      'GET /client/{id}/ | General: Patients and clients (read) | 300',
      'GET /client/{id}/ | General: Patients and clients (read) | 300 | scope wholesaler',
    ],
    [
      'closes a route to wholesalers',
      'GET /available_wholesaler/{id}/ | Settings: Integration settings (read) | 300 | scope wholesaler',
      'GET /available_wholesaler/{id}/ | Settings: Integration settings (read) | 300',
    ],
  ])('differs from a table that %s', (_name, line, doctored) => {
    const table = routeTable.replace(line, doctored)
    expect(table).not.toBe(routeTable)
    expect(disagreements(sent().outcomes, routesIn(table))).not.toEqual([])
  })

  it('is reported when a response distinguishes a foreign record', () => {
    const leaking = sent().outcomes.map((outcome) =>
      outcome.at.path === 'foreign' && nameOf(outcome.at.route) === 'GET /client/{id}/' && outcome.answer.status === 404
        ? { ...outcome, answer: { status: 404, text: '{"detail":"This client belongs to another organisation."}' } }
        : outcome,
    )
    expect(distinguishing(leaking).length).toBeGreaterThan(0)
  })
})

const notYours = { detail: 'Token does not match this wholesaler.' }
const onRegistrations = ({ at }: Outcome) => targetOf(at.route.path) === 'available_wholesaler'

describe('permissions', () => {
  it('of all routes exist', () => {
    const required = routes.flatMap(({ needs }) => needs.map(({ permission }) => permission))
    expect(permissions).toEqual(expect.arrayContaining(required))
  })

  it('are required by name: a caller with all others gets 403 wherever one is required', () => {
    const found = of('an application without the permission').filter(({ at }) => at.route.needs.length > 0)
    expect(found.length).toBeGreaterThan(100)
    expect(statusesOf(found)).toEqual(new Set([403]))
  })

  it('are those of the virtual user’s group, also after the group changes [S498]', async () => {
    const { here } = sent()
    const application = await here.givenApplication({})
    const as = here.as(`Bearer ${await here.tokenOf(application)}`)
    const group = (write: readonly (typeof permissions)[number][]) =>
      here.within((tx) =>
        tx
          .updateTable('permissiongroup')
          .set({ write: [...write] })
          .where('id', '=', application.group)
          .execute(),
      )
    const status = async () => {
      // Callers are cached for less than a second.
      await pause(1000)
      return (await as.get('/client/')).status
    }
    expect(await status()).toBe(403)
    await group(['General: Patients and clients'])
    expect(await status()).toBe(200)
    await group(['General: Appointments'])
    expect(await status()).toBe(403)
  })

  it('need a registered application: no token without one [S498]', async () => {
    const { here } = sent()
    const unregistered = { client_id: 'never-registered', client_secret: 'whatever it may be' }
    await expect(here.tokenOf(unregistered)).rejects.toThrow('invalid_client')
    expect(await here.tokenOf(await here.givenApplication({}))).toBeTypeOf('string')
  })
})

describe('the wholesaler scope', () => {
  it('opens the wholesaler endpoints with no further permission, and nothing else [S500]', () => {
    const found = of('a wholesaler-scope token').filter(isFine)
    const opened = found.filter(({ answer }) => answer.status < 300).map(({ at }) => nameOf(at.route))
    expect([...new Set(opened)].toSorted()).toEqual([
      'DELETE /available_wholesaler/{id}/',
      'GET /available_wholesaler/',
      'GET /available_wholesaler/{id}/',
      'PATCH /available_wholesaler/{id}/',
      'POST /available_wholesaler/',
      'POST /order/{id}/mark_delivered/',
      'POST /order/{id}/set_wholesaler_reference_number/',
      'POST /wholesaler/{id}/catalog_upload_url/',
      'POST /wholesaler/{id}/receipts/',
    ])
    const others = found.filter(
      ({ at }) => !isOwned(at.route.path) && !at.route.path.startsWith('/available_wholesaler/'),
    )
    expect(statusesOf(others)).toEqual(new Set([403]))
  })
})

describe('a registration', () => {
  const writes = (found: readonly Outcome[]) => found.filter(({ at }) => at.route.method !== 'GET')

  it('can be changed and removed by the application that created it only; others get 403 [S501]', () => {
    const found = writes(
      sent()
        .outcomes.filter(onRegistrations)
        .filter(({ at }) => at.registrant !== undefined),
    )
    const full = found.filter(({ caller }) =>
      ['the first application', 'another application', 'a wholesaler-scope token'].includes(caller.name),
    )
    const mine = full.filter(({ at, caller }) => at.registrant === caller.application)
    const notMine = full.filter(({ at, caller }) => at.registrant !== caller.application)
    expect(statusesOf(mine.filter(isFine))).toEqual(new Set([200, 204]))
    expect(new Set(notMine.map(({ answer }) => answer.text))).toEqual(new Set([JSON.stringify(notYours)]))
    expect(statusesOf(notMine)).toEqual(new Set([403]))
  })

  it('belongs to the application of the token, whatever the body says [S501]', async () => {
    const { here, have, registrants } = sent()
    const application = await here.givenApplication({ scopes: ['wholesaler'] })
    const as = here.as(`Bearer ${await here.tokenOf(application, 'wholesaler')}`)
    const body = { ...sampleOf(here, 'available_wholesaler', have), application: registrants['first application'].id }
    const { status, body: made } = await as.post('/available_wholesaler/', body)
    expect(status).toBe(201)
    const row = await here.within((tx) =>
      tx.selectFrom('available_wholesaler').select('application').where('id', '=', made.id).executeTakeFirstOrThrow(),
    )
    expect(row.application).toBe(application.id)
    expect((await as.get('/available_wholesaler/')).body.results.map(({ id }: { id: number }) => id)).toEqual([made.id])
  })
})
