import { sql } from 'kysely'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { fingerprint } from '../../src/domain/identity/secrets.ts'
import { routes, type Caller, type Headers } from './access-model.ts'
import { everything, type Grants, type TestOrganisation } from './api.ts'
import type { Access, Route } from './routes.ts'
import { sessionOf } from './sessions.ts'

/** Every caller, by the file that sends requests as it. */
export const callerNames = {
  applications: [
    'the first application',
    'nobody',
    'a bad token',
    'an expired token',
    'another organisation’s token',
    'another application',
    'an application without the permission',
    'an application with just one of the permissions',
    'an application that may read everything',
    'a wholesaler-scope token',
  ],
  people: [
    'a user',
    'a session',
    'a session without its CSRF token',
    'a session without the permission',
    'an unconfirmed session',
  ],
  legacyKeys: ['a legacy key', 'a legacy key without the permission'],
} as const

export type CallerName = (typeof callerNames)[keyof typeof callerNames][number]

const holding =
  ({ read = [], write = [] }: Grants) =>
  (permission: string, access: Access) =>
    write.includes(permission as never) || (access === 'read' && read.includes(permission as never))
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Confirmed for longer than any run of tests takes, or long ago. */
const givenSession = async (here: TestOrganisation, group: Grants, confirmed = '1 day'): Promise<Headers> => {
  const cookie = await here.within(async (tx) => {
    const { id } = await tx
      .insertInto('permissiongroup')
      .values({ name: `Staff ${Math.random()}`, write: [...(group.write ?? [])] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await tx
      .insertInto('user')
      .values({ last_name: 'Staff', email: `staff${id}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_permissiongroup').values({ user: user.id, permissiongroup: id }).execute()
    const secret = await sessionOf(tx, user.id)
    await sql`update session set confirmed = now() + ${confirmed}::interval where "user" = ${user.id}`.execute(tx)
    return `fetlock_session=${secret}`
  })
  const { body } = await here.as().get('/me/', { headers: { cookie } })
  return { cookie, origin: new URL(here.base).origin, 'x-csrf-token': body.csrf_token }
}

const namesAskedAt = ({ needs }: Route) => needs.map(({ permission }) => permission)

/** One credential for every set of permissions that some route requires. */
const forEachSet = async (holdingAt: (route: Route) => Grants, make: (group: Grants) => Promise<Headers>) => {
  const made = new Map<string, Headers>()
  const key = ({ needs }: Route) => JSON.stringify(needs)
  for (const route of routes) if (!made.has(key(route))) made.set(key(route), await make(holdingAt(route)))
  return (route: Route) => made.get(key(route))!
}

const allBut = (route: Route): Grants => ({
  write: permissions.filter((name) => !namesAskedAt(route).includes(name)),
})
/** Where one of several permissions is enough, the record decides which, and the samples belong to a client. */
const justOne = ({ needs, anyOf }: Route): Grants => {
  const ofSample = needs.find(({ permission }) => permission === 'General: Patients and clients')
  const one = anyOf && ofSample ? ofSample : needs.at(-1)
  return one === undefined ? {} : { [one.access]: [one.permission] }
}
const holdsAllBut = (permission: string, _access: Access, at: Route) => !namesAskedAt(at).includes(permission)
const holdsJustOne = (permission: string, access: Access, at: Route) => holding(justOne(at))(permission, access)

type Registrant = { readonly id: number; readonly token: string }
/** Applications that records belong to. */
export type Registrants = Readonly<
  Record<'first application' | 'other application' | 'wholesaler application', Registrant>
>

export const givenRegistrants = async (here: TestOrganisation): Promise<Registrants> => {
  const application = async (group: Grants = everything) => {
    const made = await here.givenApplication(group)
    return { ...made, token: await here.tokenOf(made, group.scopes?.join(' ')) }
  }
  return {
    'first application': await application(),
    'other application': await application(),
    'wholesaler application': await application({ scopes: ['wholesaler'] }),
  }
}

const known = { known: true, kind: 'oauth', isPerson: false, scopes: ['restapi'], application: '' } as const
const unknown = { ...known, known: false, holds: () => false }
const all = holding(everything)
const person = { ...known, isPerson: true, holds: all }

/** Every kind of caller, made when it is asked for. */
const makersOf = (here: TestOrganisation, there: TestOrganisation, registrants: Registrants) => {
  const tokenWith = async (group: Grants) => bearer(await here.tokenOf(await here.givenApplication(group)))
  const keyOf = async (group: Grants) => {
    const made = await here.givenApplication(group)
    const { key } = await here.within((tx) => createLegacyKey(tx, made.id))
    return { authorization: `Token ${key}` }
  }
  const expiredToken = async () => {
    const token = await here.tokenOf(await here.givenApplication())
    await here.within((tx) =>
      tx
        .updateTable('oauth_record')
        .set({ expires: sql<Date>`now() - interval '1 second'` })
        .where('id', '=', fingerprint(token))
        .execute(),
    )
    return token
  }
  const sessionWith = (group: Grants) => givenSession(here, group)
  const always = (headers: Headers) => () => headers
  const ofRegistrant = (application: keyof Registrants) => ({
    ...known,
    application,
    headers: always(bearer(registrants[application].token)),
  })
  return {
    'the first application': async () => ({ ...ofRegistrant('first application'), holds: all }),
    nobody: async () => ({ ...unknown, headers: always({}) }),
    'a bad token': async () => ({ ...unknown, headers: always(bearer('not-a-token')) }),
    'an expired token': async () => ({ ...unknown, headers: always(bearer(await expiredToken())) }),
    'another organisation’s token': async () => ({
      ...unknown,
      headers: always(bearer(await there.tokenOf(await there.givenApplication()))),
    }),
    'another application': async () => ({ ...ofRegistrant('other application'), holds: all }),
    'an application without the permission': async () => ({
      ...known,
      holds: holdsAllBut,
      headers: await forEachSet(allBut, tokenWith),
    }),
    'an application with just one of the permissions': async () => ({
      ...known,
      holds: holdsJustOne,
      headers: await forEachSet(justOne, tokenWith),
    }),
    'an application that may read everything': async () => ({
      ...known,
      holds: holding({ read: permissions }),
      headers: always(await tokenWith({ read: permissions })),
    }),
    'a legacy key': async () => ({
      ...known,
      kind: 'legacy',
      scopes: [],
      holds: all,
      headers: always(await keyOf(everything)),
    }),
    'a legacy key without the permission': async () => ({
      ...known,
      kind: 'legacy',
      scopes: [],
      holds: holdsAllBut,
      headers: await forEachSet(allBut, keyOf),
    }),
    'a wholesaler-scope token': async () => ({
      ...ofRegistrant('wholesaler application'),
      scopes: ['wholesaler'],
      holds: () => false,
    }),
    'a user': async () => ({ ...person, headers: always(bearer(await here.userToken())) }),
    'a session': async () => ({ ...person, kind: 'session', headers: always(await sessionWith(everything)) }),
    'a session without its CSRF token': async () => ({
      ...person,
      kind: 'session without token',
      headers: always({ cookie: (await sessionWith(everything))['cookie']! }),
    }),
    'a session without the permission': async () => ({
      ...person,
      kind: 'session',
      holds: holdsAllBut,
      headers: await forEachSet(allBut, sessionWith),
    }),
    'an unconfirmed session': async () => ({
      ...person,
      kind: 'session',
      isUnconfirmed: true,
      headers: always(await givenSession(here, everything, '-6 minutes')),
    }),
  } satisfies Readonly<Record<CallerName, () => Promise<Omit<Caller, 'name'>>>>
}

export const givenCallers = async (
  names: readonly CallerName[],
  here: TestOrganisation,
  there: TestOrganisation,
  registrants: Registrants,
): Promise<Caller[]> => {
  const makers = makersOf(here, there, registrants)
  const callers: Caller[] = []
  for (const name of names) callers.push({ name, ...(await makers[name]()) })
  return callers
}
