import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenDepartment,
  givenRegistration,
  givenWholesaler,
  idsIn,
} from '../../../test/support/clinic.ts'
import { sealer } from '../../secrets/seal.ts'

const api = await useApi()
let clinic: TestOrganisation
let staff: ApiClient
let partner: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  staff = await clinic.caller()
  partner = await clinic.caller({ scopes: ['wholesaler'] })
})

type Linked = { readonly id: number; readonly url: string }
type Told = { readonly event: string; readonly event_id: string; readonly wholesaler: { readonly id: number } }

/** What integrations were told since a moment, in the order in which they are told. */
const toldAfter = async (last: number): Promise<readonly (Told & { readonly to: number })[]> => {
  const rows = await clinic.within((tx) =>
    tx
      .selectFrom('delivery')
      .select(['available_wholesaler', 'body', 'order_key'])
      .where('id', '>', last)
      .where('webhook', 'is', null)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ available_wholesaler, body, order_key }) => {
    const told = JSON.parse(body) as Told
    expect(order_key).toBe(`wholesaler ${told.wholesaler.id}`)
    return { ...told, to: available_wholesaler! }
  })
}
const newest = async () => {
  const row = await clinic.within((tx) =>
    tx
      .selectFrom('delivery')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow(),
  )
  return row.id ?? 0
}
/** What integrations are told by some work: the events and of whom, or nothing. */
const tells = async (work: () => Promise<unknown>) => {
  const last = await newest()
  await work()
  return toldAfter(last)
}
const brief = (told: Awaited<ReturnType<typeof toldAfter>>) =>
  told.map(({ event, wholesaler }) => [event.replace('wholesaler.', ''), wholesaler.id])

const passwordOf = async ({ id }: Linked) => {
  const { customer_password } = await clinic.within((tx) =>
    tx.selectFrom('wholesaler').select('customer_password').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return customer_password === null ? null : sealer(api.options.secretKey).unseal(customer_password)
}

const login = { customer_number: '1001', customer_username: 'clinic', customer_password: 'first password' }
const patch = (record: Linked, changes: object) => done(staff.patch(record.url, changes))

/** A registration and the clinic-wide wholesaler that is connected to it. */
const givenConnected = async (fields: object = login) => {
  const registration = await givenRegistration(partner, { email: 'orders@medi.example', register_number: '' })
  const clinicWide = await givenWholesaler(staff, { available_wholesaler: registration.url, ...fields })
  return { registration, clinicWide }
}
const givenLocation = async (parent: Linked, fields: object = {}) => {
  const place = await givenDepartment(staff)
  const made = await givenWholesaler(staff, { parent: parent.url, department: place.url, ...fields })
  return { ...made, place }
}

describe('connecting a wholesaler', () => {
  it('[S247] is one record for each set of credentials, whose password is never shown', async () => {
    const { registration, clinicWide } = await givenConnected()
    expect(clinicWide).toMatchObject({
      type: 1,
      available_wholesaler: registration.url,
      parent: null,
      department: null,
      customer_number: '1001',
      customer_username: 'clinic',
      archived: false,
      shared: false,
    })
    const { place, ...location } = await givenLocation(clinicWide, { customer_number: '1002' })
    expect(location).toMatchObject({
      type: 1,
      available_wholesaler: registration.url,
      parent: clinicWide.url,
      department: place.url,
      customer_number: '1002',
    })
    expect(location.id).not.toBe(clinicWide.id)
    for (const record of [clinicWide, location]) {
      expect(await done(staff.get(record.url))).toEqual(record)
      expect(record).not.toHaveProperty('customer_password')
    }
    expect(await passwordOf(clinicWide)).toBe('first password')
  })

  it('[S247] [S528] [S532] tells the integration of each set of credentials, clinic-wide with department null', async () => {
    const { registration } = await givenConnected()
    let clinicWide: Linked
    let location: Linked & { place: Linked & { name: string } }
    const told = await tells(async () => {
      clinicWide = await givenWholesaler(staff, { available_wholesaler: registration.url, ...login })
      location = (await givenLocation(clinicWide, { customer_number: '' })) as typeof location
    })
    const common = {
      event: 'wholesaler.created',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      available_wholesaler: {
        id: registration.id,
        name: registration.name,
        email: 'orders@medi.example',
        register_number: null,
      },
      to: registration.id,
    }
    expect(told).toEqual([
      {
        ...common,
        wholesaler: {
          id: clinicWide!.id,
          customer_number: '1001',
          customer_username: 'clinic',
          customer_password: null,
          department: null,
        },
      },
      {
        ...common,
        wholesaler: {
          id: location!.id,
          customer_number: null,
          customer_username: null,
          customer_password: null,
          department: { id: location!.place.id, name: location!.place.name },
        },
      },
    ])
    expect(new Set(told.map(({ event_id }) => event_id)).size).toBe(2)
  })

  it('[S532] tells of every set of credentials when a manual wholesaler becomes an integration', async () => {
    const registration = await givenRegistration(partner)
    const clinicWide = await givenWholesaler(staff, login)
    const location = await givenLocation(clinicWide)
    const archived = await givenLocation(clinicWide)
    await done(staff.delete(archived.url))
    const told = await tells(() => patch(clinicWide, { type: 1, available_wholesaler: registration.url }))
    expect(brief(told)).toEqual([
      ['created', clinicWide.id],
      ['created', location.id],
    ])
    expect((await done(staff.get(location.url))).available_wholesaler).toBe(registration.url)
  })

  it('tells nothing of a manual wholesaler', async () => {
    const told = await tells(async () => {
      const clinicWide = await givenWholesaler(staff, login)
      const location = await givenLocation(clinicWide, login)
      await patch(clinicWide, { customer_number: '2', customer_password: 'another' })
      await done(staff.delete(location.url))
      await done(staff.delete(clinicWide.url))
      await patch(clinicWide, { archived: false })
    })
    expect(told).toEqual([])
  })

  it.each<[string, object, string, string]>([
    ['an integration without a registration', { type: 1 }, 'available_wholesaler', 'required'],
    ['an unknown type', { type: 2 }, 'type', 'invalid_choice'],
    ['a parent that does not exist', { parent: '/wholesaler/999999999/' }, 'parent', 'does_not_exist'],
    ['no name', { name: '' }, 'name', 'blank'],
    ['a long password', { customer_password: 'x'.repeat(256) }, 'customer_password', 'max_length'],
  ])('refuses %s', async (_what, fields, field, code) => {
    const answer = await staff.post('/wholesaler/', { name: 'Medi', ...fields }, asProblem)
    expect(codesOf(answer)).toEqual({ [field]: code })
  })

  it('refuses what does not fit together', async () => {
    const { registration, clinicWide } = await givenConnected()
    const { registration: other } = await givenConnected()
    const location = await givenLocation(clinicWide)
    const department = await givenDepartment(staff)
    const closed = await givenDepartment(staff, { archived: true })
    const ofLocation = { parent: clinicWide.url, department: department.url }
    const refusals: [object, string, string][] = [
      [{ available_wholesaler: registration.url }, 'available_wholesaler', 'not_an_integration'],
      [{ department: department.url }, 'department', 'not_a_location'],
      [{ parent: clinicWide.url }, 'department', 'required'],
      [{ ...ofLocation, parent: location.url }, 'parent', 'not_clinic_wide'],
      [{ ...ofLocation, type: 0 }, 'type', 'fixed'],
      [{ ...ofLocation, available_wholesaler: other.url }, 'available_wholesaler', 'fixed'],
      [{ ...ofLocation, department: closed.url }, 'department', 'archived'],
      [{ ...ofLocation, department: location.place.url }, 'department', 'unique'],
    ]
    for (const [fields, field, code] of refusals)
      expect(codesOf(await staff.post('/wholesaler/', { name: 'Medi', ...fields }, asProblem))).toEqual({
        [field]: code,
      })
    await done(staff.delete(clinicWide.url))
    expect(codesOf(await staff.post('/wholesaler/', { name: 'Medi', ...ofLocation }, asProblem))).toEqual({
      parent: 'archived',
    })
  })

  it('needs the permission, which the wholesaler scope does not replace', async () => {
    const { clinicWide } = await givenConnected()
    const reader = await clinic.caller({ read: ['Settings: Stock'] })
    const others = await clinic.caller({ write: ['Settings: Items', 'Settings: Integration settings'] })
    expect((await reader.get(clinicWide.url)).status).toBe(200)
    expect((await reader.patch(clinicWide.url, { name: 'Mine' })).status).toBe(403)
    for (const caller of [others, partner])
      for (const answer of [
        await caller.get('/wholesaler/'),
        await caller.get(clinicWide.url),
        await caller.post('/wholesaler/', { name: 'Mine' }),
        await caller.patch(clinicWide.url, { name: 'Mine' }),
        await caller.delete(clinicWide.url),
      ])
        expect(answer.status).toBe(403)
  })

  it('is listed by what it is connected to', async () => {
    const { registration, clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    const listed = async (query: string) => idsIn(await staff.get(`/wholesaler/?${query}`))
    expect(await listed(`available_wholesaler__is=${registration.id}`)).toEqual([clinicWide.id, location.id])
    expect(await listed(`parent__is=${clinicWide.id}`)).toEqual([location.id])
    expect(await listed(`department__is=${location.place.id}`)).toEqual([location.id])
    expect(await listed(`available_wholesaler__is=${registration.id}&parent__is_null=true`)).toEqual([clinicWide.id])
    expect(await listed(`available_wholesaler__is=${registration.id}&type__is=0`)).toEqual([])
  })
})

describe('editing credentials', () => {
  it.each<[string, object]>([
    ['a number', { customer_number: '1002' }],
    ['a user name', { customer_username: 'clinic2' }],
    ['a password', { customer_password: 'second password' }],
    ['no password', { customer_password: null }],
    ['an empty password', { customer_password: '' }],
    ['all of them', { customer_number: '2', customer_username: 'other', customer_password: 'second password' }],
  ])('[S533] tells of %s with the new values', async (_what, changes) => {
    const { registration, clinicWide } = await givenConnected()
    const told = await tells(() => patch(clinicWide, { name: 'Renamed', ...changes }))
    const { customer_number, customer_username } = { ...login, ...changes }
    expect(told).toEqual([
      {
        event: 'wholesaler.updated',
        event_id: expect.any(String),
        available_wholesaler: expect.objectContaining({ id: registration.id, email: 'orders@medi.example' }),
        wholesaler: {
          id: clinicWide.id,
          customer_number,
          customer_username,
          customer_password: null,
          department: null,
        },
        to: registration.id,
      },
    ])
    const { customer_password } = { ...login, ...changes } as { customer_password: string | null }
    expect(await passwordOf(clinicWide)).toBe(customer_password || null)
  })

  it('[S533] tells of another location', async () => {
    const { clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    const department = await givenDepartment(staff)
    const told = await tells(() => patch(location, { department: department.url }))
    expect(told).toMatchObject([
      { event: 'wholesaler.updated', wholesaler: { id: location.id, department: { id: department.id } } },
    ])
  })

  it.each<[string, object]>([
    ['name and address', { name: 'Renamed', street_address: 'Kaivokatu 1', zip_code: '00100', city: 'Helsinki' }],
    ['contact', { email: 'a@example.com', phone: '09 1', country: 'FI' }],
    ['the same credentials', login],
    ['the same password', { customer_password: login.customer_password }],
    ['nothing', {}],
  ])('[S533] tells nothing of %s', async (_what, changes) => {
    const { clinicWide } = await givenConnected()
    expect(await tells(() => patch(clinicWide, changes))).toEqual([])
    expect(await passwordOf(clinicWide)).toBe(login.customer_password)
  })

  it('[S533] gives those with one user name one password, and tells of each', async () => {
    const { clinicWide } = await givenConnected()
    const shared = { customer_username: 'group', customer_password: 'of the group' }
    const [one, other, alone] = [
      await givenLocation(clinicWide, shared),
      await givenLocation(clinicWide, { customer_username: 'group' }),
      await givenLocation(clinicWide, { customer_username: 'Group', customer_password: 'of its own' }),
    ]
    const unnamed = [
      await givenLocation(clinicWide, { customer_password: 'a' }),
      await givenLocation(clinicWide, { customer_password: 'b' }),
    ]
    expect(await passwordOf(other)).toBe('of the group')
    const told = await tells(() => patch(other, { customer_password: 'of the group, changed' }))
    expect(brief(told)).toEqual([
      ['updated', one.id],
      ['updated', other.id],
    ])
    expect(brief(await tells(() => patch(unnamed[0], { customer_password: 'c' })))).toEqual([
      ['updated', unnamed[0]!.id],
    ])
    const all = [clinicWide, one, other, alone, ...unnamed]
    expect(await Promise.all(all.map(passwordOf))).toEqual([
      'first password',
      'of the group, changed',
      'of the group, changed',
      'of its own',
      'c',
      'b',
    ])
  })

  it('[S533] tells only of those whose password is another one now', async () => {
    const { clinicWide } = await givenConnected()
    const one = await givenLocation(clinicWide, { customer_username: 'group', customer_password: 'of the group' })
    const other = await givenLocation(clinicWide, { customer_username: 'alone' })
    const joined = await tells(() => patch(other, { customer_username: 'group', customer_password: 'of the group' }))
    expect(brief(joined)).toEqual([['updated', other.id]])
    await patch(other, { customer_username: 'alone', customer_password: 'of its own' })
    expect(brief(await tells(() => patch(other, { customer_username: 'group' })))).toEqual([['updated', other.id]])
    expect(await passwordOf(other)).toBe('of the group')
    const next = await tells(() => givenLocation(clinicWide, { customer_username: 'group', customer_password: 'new' }))
    expect(next.map(({ event }) => event)).toEqual(['wholesaler.updated', 'wholesaler.updated', 'wholesaler.created'])
    expect(await Promise.all([one, other].map(passwordOf))).toEqual(['new', 'new'])
  })

  it('[S533] tells of a location’s first own credentials as created, and only of that location', async () => {
    const { clinicWide } = await givenConnected()
    const told = await tells(() => givenLocation(clinicWide, { customer_number: '1002' }))
    expect(told.map(({ event }) => event)).toEqual(['wholesaler.created'])
  })

  it('takes the department of a location, and none of the clinic', async () => {
    const { clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    const department = await givenDepartment(staff)
    const codes = async (record: Linked, changes: object) => codesOf(await staff.patch(record.url, changes, asProblem))
    expect(await codes(location, { department: null })).toEqual({ department: 'required' })
    expect(await codes(clinicWide, { department: department.url })).toEqual({ department: 'not_a_location' })
    expect(await codes(location, { type: 0 })).toEqual({ type: 'fixed' })
    const other = await givenLocation(clinicWide)
    expect(await codes(other, { department: location.place.url })).toEqual({ department: 'unique' })
    expect(await tells(() => patch(location, { type: 1, parent: null }))).toEqual([])
  })

  it('[S534] never gives an id that an integration was told of to another, or back to the clinic', async () => {
    const { registration, clinicWide } = await givenConnected()
    const next = await givenRegistration(partner)
    const refused = async (changes: object) => codesOf(await staff.patch(clinicWide.url, changes, asProblem))
    const refuseAll = async () => {
      expect(await refused({ available_wholesaler: next.url })).toEqual({ available_wholesaler: 'fixed' })
      expect(await refused({ available_wholesaler: null })).toEqual({ available_wholesaler: 'fixed' })
      expect(await refused({ type: 0 })).toEqual({ type: 'fixed' })
      expect(await refused({ type: 0, available_wholesaler: null })).toEqual({ type: 'fixed' })
    }
    expect(await tells(refuseAll)).toEqual([])
    await done(staff.delete(clinicWide.url))
    expect(await tells(refuseAll)).toEqual([])
    const same = { archived: false, type: 1, available_wholesaler: registration.url }
    expect(brief(await tells(() => patch(clinicWide, same)))).toEqual([['created', clinicWide.id]])
  })

  it('loses none of two edits at once', async () => {
    const { clinicWide } = await givenConnected()
    const shared = { customer_username: 'group', customer_password: 'of the group' }
    const [one, other] = [await givenLocation(clinicWide, shared), await givenLocation(clinicWide, shared)]
    for (let round = 0; round < 5; round++) {
      const told = await tells(() =>
        Promise.all([
          patch(one, { customer_password: `${round} of one` }),
          patch(other, { customer_password: `${round} of the other` }),
          patch(clinicWide, { customer_number: `${round}` }),
          patch(one, { customer_number: `${round}` }),
        ]),
      )
      const ids = told.map(({ wholesaler }) => wholesaler.id).toSorted((a, b) => a - b)
      expect(ids).toEqual([clinicWide.id, one.id, one.id, one.id, other.id, other.id])
      expect(new Set(told.map(({ event }) => event))).toEqual(new Set(['wholesaler.updated']))
      expect(await passwordOf(one)).toBe(await passwordOf(other))
    }
  })

  it('compares a version only once it has the lock', async () => {
    const { clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    const etag = (await staff.get(location.url)).headers.get('etag')!
    const answers = await Promise.all(
      ['1', '2', '3'].map((customer_number) =>
        staff.patch(location.url, { customer_number }, { headers: { 'if-match': etag } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
  })
})

describe('removing a wholesaler', () => {
  it('[S534] archives its locations with it, and tells of each id without credentials', async () => {
    const { registration, clinicWide } = await givenConnected()
    const [one, other] = [await givenLocation(clinicWide, login), await givenLocation(clinicWide)]
    const told = await tells(() => done(staff.delete(clinicWide.url)))
    expect(told).toEqual(
      [clinicWide, one, other].map(({ id }) => ({
        event: 'wholesaler.deleted',
        event_id: expect.any(String),
        available_wholesaler: expect.objectContaining({ id: registration.id, email: 'orders@medi.example' }),
        wholesaler: { id },
        to: registration.id,
      })),
    )
    for (const { url } of [clinicWide, one, other]) expect((await done(staff.get(url))).archived).toBe(true)
    expect(await tells(() => done(staff.delete(clinicWide.url)))).toEqual([])
    expect(await tells(() => patch(one, { customer_number: '5' }))).toEqual([])
  })

  it('[S534] ends a single id when a location gives up its credentials', async () => {
    const { clinicWide } = await givenConnected()
    const [one, other] = [await givenLocation(clinicWide), await givenLocation(clinicWide)]
    expect(brief(await tells(() => done(staff.delete(one.url))))).toEqual([['deleted', one.id]])
    expect((await done(staff.get(other.url))).archived).toBe(false)
  })

  it('[S534] restores the same ids, and only what was archived with it', async () => {
    const { clinicWide } = await givenConnected()
    const [kept, gone] = [await givenLocation(clinicWide, login), await givenLocation(clinicWide)]
    await done(staff.delete(gone.url))
    await done(staff.delete(clinicWide.url))
    const told = await tells(() => patch(clinicWide, { archived: false }))
    expect(brief(told)).toEqual([
      ['created', clinicWide.id],
      ['created', kept.id],
    ])
    expect(told[1]!.wholesaler).toMatchObject({ customer_number: '1001', department: { id: kept.place.id } })
    expect((await done(staff.get(gone.url))).archived).toBe(true)
    expect(brief(await tells(() => patch(gone, { archived: false })))).toEqual([['created', gone.id]])
    expect(await tells(() => patch(gone, { archived: false }))).toEqual([])
  })

  it('[S534] gives new ids to what is connected anew', async () => {
    const { registration, clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    await done(staff.delete(location.url))
    const again = await givenWholesaler(staff, {
      parent: clinicWide.url,
      department: location.place.url,
    })
    await done(staff.delete(clinicWide.url))
    const told = await tells(() => givenWholesaler(staff, { available_wholesaler: registration.url, ...login }))
    expect(told.map(({ event }) => event)).toEqual(['wholesaler.created'])
    const ids = [clinicWide.id, location.id, again.id, told[0]!.wholesaler.id]
    expect(new Set(ids).size).toBe(4)
  })

  it('takes the password that its user name has by now when it is restored', async () => {
    const { clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide, login)
    await done(staff.delete(location.url))
    await patch(clinicWide, { customer_password: 'changed meanwhile' })
    expect(await passwordOf(location)).toBe('first password')
    await patch(location, { archived: false })
    expect(await passwordOf(location)).toBe('changed meanwhile')
  })

  it('refuses to restore a location of an archived clinic-wide wholesaler, or beside another', async () => {
    const { clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    await done(staff.delete(location.url))
    await givenWholesaler(staff, { parent: clinicWide.url, department: location.place.url })
    const restore = async () => codesOf(await staff.patch(location.url, { archived: false }, asProblem))
    expect(await restore()).toEqual({ department: 'unique' })
    await done(staff.delete(clinicWide.url))
    expect(await restore()).toEqual({ archived: 'archived' })
  })

  it('does not bring back a location that was deleted while it was archived', async () => {
    const { clinicWide } = await givenConnected()
    const location = await givenLocation(clinicWide)
    await done(staff.delete(clinicWide.url))
    await done(staff.delete(location.url))
    await patch(clinicWide, { archived: false })
    expect((await done(staff.get(location.url))).archived).toBe(true)
  })
})

describe('the password of a wholesaler', () => {
  it('can be replaced after the key that it was sealed under is lost', async () => {
    const { clinicWide } = await givenConnected()
    const lost = sealer(`lost:${Buffer.alloc(32, 9).toString('base64')}`)
    await clinic.within((tx) =>
      tx
        .updateTable('wholesaler')
        .set({ customer_password: lost.seal('first password') })
        .where('id', '=', clinicWide.id)
        .execute(),
    )
    await patch(clinicWide, { customer_password: 'second password' })
    expect(await passwordOf(clinicWide)).toBe('second password')
  })

  it('is neither shown nor kept in the clear', async () => {
    const secret = 'nobody shall read this one'
    const { clinicWide } = await givenConnected({ ...login, customer_password: secret })
    const changed = 'nor this one'
    const answers = [
      await staff.get(clinicWide.url),
      await staff.get('/wholesaler/'),
      await staff.patch(clinicWide.url, { customer_password: changed }),
      await staff.get(clinicWide.url, { headers: { accept: 'text/html' } }),
      await staff.get(`/auditevent/?page_size=1000&resource__is=wholesaler&record__is=${clinicWide.id}`),
      await staff.get('/hook/queue/?page_size=1000'),
      await staff.patch(clinicWide.url, { customer_password: changed, type: 9 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400])
    for (const plain of [secret, changed]) {
      for (const { text } of answers) expect(text).not.toContain(plain)
      expect(api.logged()).not.toContain(plain)
      const bodies = await clinic.within((tx) => tx.selectFrom('delivery').select('body').execute())
      expect(JSON.stringify(bodies)).not.toContain(plain)
    }
    expect(await passwordOf(clinicWide)).toBe(changed)
  })
})
