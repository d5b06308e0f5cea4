import { sealer } from '../../src/secrets/seal.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation } from '../../src/db/tx.ts'
import { givenClinic, permissions } from '../composite/clinics.ts'
import type { Clinic } from '../composite/entries.ts'
import type { Receiver } from '../delivery/receivers.ts'
import { givenKeys, givenOrganisation, type Urls } from '../harness.ts'

/** A clinic with its applications, the calendars that are booked, and a receiver that is told of every new client. */
export type Place = Clinic & { readonly keys: readonly string[]; readonly users: readonly number[] }

/** An application sends 100 composites in a minute at most. */
const applicationsEach = 12

/** A clinic for each receiver; each writer books a calendar of its own. */
export const givenPlaces = async (
  urls: Urls,
  base: string,
  receivers: readonly Receiver[],
  writers: number,
  secretKey: string,
): Promise<readonly Place[]> => {
  const { seal } = sealer(secretKey)
  const { db, close } = connect(urls.app, { max: 1 })
  const places: Place[] = []
  for (const [at, { port, secret }] of receivers.entries()) {
    const organisation = await givenOrganisation(urls, `Clinic ${at + 1}`)
    const keys = await givenKeys(urls, organisation, applicationsEach, [...permissions, 'General: Appointments'])
    const users = await inOrganisation(db, organisation, async (tx) => {
      const webhook = { trigger: 1, url: `http://127.0.0.1:${port}/`, secret: seal(secret) }
      await tx.insertInto('webhook').values(webhook).execute()
      const vets = Array.from({ length: writers }, (_, n) => ({
        last_name: `Vet ${n}`,
        email: `vet-${n}@clinic.example`,
      }))
      return tx.insertInto('user').values(vets).returning('id').execute()
    })
    // The receiver is told of the clients that this makes, too.
    const clinic = await givenClinic([base], organisation, keys[0]!)
    places.push({ ...clinic, keys, users: users.map(({ id }) => id) })
  }
  await close()
  return places
}
