import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { registerApplication } from '../../src/domain/identity/applications.ts'
import { hashPassword, type PasswordHash } from '../../src/domain/identity/passwords.ts'
import type { Permission } from '../../src/kernel/caller.ts'
import { givenOrganisation, type Urls } from '../harness.ts'

export type Credentials = { readonly id: number; readonly client_id: string; readonly client_secret: string }

/** What one actor has to itself, so that it alone decides what should be true of it. */
export type Share = {
  readonly organisation: number
  /** Lets a person see clients. */
  readonly group: number
  readonly people: readonly { readonly id: number; readonly email: string }[]
  /** Acts for people who allowed it to, and for itself. */
  readonly application: Credentials
  /** Changes users and applications, as a manager's program would. */
  readonly office: Credentials
}

export const clinicsCount = 4
export const firstPassword = 'seven ponies under a tarpaulin'
export const redirectUri = 'https://lab.example/back'

const givenGroup = async (tx: Tx, name: string, read: readonly Permission[], write: readonly Permission[]) => {
  const values = { name, read: [...read], write: [...write] }
  return (await tx.insertInto('permissiongroup').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const givenApplication = async (tx: Tx, name: string, group: number): Promise<Credentials> => {
  const registered = await registerApplication(tx, undefined, {
    name,
    redirect_uris: [redirectUri],
    permission_groups: [group],
  })
  return { ...registered, client_secret: registered.client_secret! }
}

const givenShare = async (
  tx: Tx,
  organisation: number,
  actor: number,
  people: number,
  password_hash: PasswordHash,
  groups: { readonly records: number; readonly office: number },
): Promise<Share> => {
  const persons = Array.from({ length: people }, (_, at) => ({
    first_name: 'Person',
    last_name: `Number ${actor}-${at}`,
    email: `person-${actor}-${at}@clinic.example`,
    password_hash,
  }))
  const rows = await tx.insertInto('user').values(persons).returning(['id', 'email']).execute()
  await tx
    .insertInto('user_permissiongroup')
    .values(rows.map(({ id }) => ({ user: id, permissiongroup: groups.records })))
    .execute()
  return {
    organisation,
    group: groups.records,
    people: rows,
    application: await givenApplication(tx, `Laboratory ${actor}`, groups.records),
    office: await givenApplication(tx, `Office ${actor}`, groups.office),
  }
}

/** Four clinics whose people and applications are dealt out among the actors. */
export const givenShares = async (urls: Urls, actors: number, peopleEach: number): Promise<Share[]> => {
  const hash = await hashPassword(firstPassword)
  const shares: Share[] = []
  for (let clinic = 0; clinic < clinicsCount; clinic++) {
    const organisation = await givenOrganisation(urls, `Clinic ${clinic}`)
    const { db, close } = connect(urls.app, { max: 1 })
    await inOrganisation(db, organisation, async (tx) => {
      const groups = {
        records: await givenGroup(tx, 'Records', ['General: Patients and clients'], []),
        office: await givenGroup(
          tx,
          'Office',
          [],
          ['General: Patients and clients', 'Settings: Users and permissions', 'Settings: Integration settings'],
        ),
      }
      for (let actor = clinic; actor < actors; actor += clinicsCount)
        shares.push(await givenShare(tx, organisation, actor, peopleEach, hash, groups))
    })
    await close()
  }
  return shares
}
