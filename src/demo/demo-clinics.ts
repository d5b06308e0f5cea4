import { readInOrganisation, type Database, type Reader } from '../db/tx.ts'
import { isPassword } from '../domain/identity/passwords.ts'

/** The password of every user of a demo clinic. It is public, so it is only used where FETLOCK_PUBLIC_URL is this machine. */
export const demoPassword = 'fetlock demo clinic'

/** Remembers that an organisation was made with the published password. */
export const recordDemoClinic = async (owner: Database, organisation: number) => {
  await owner.insertInto('demo_clinic').values({ organisation }).execute()
}

/** The demo clinics in which somebody still has the published password. */
export const openDemoClinics = async (read: Reader): Promise<readonly number[]> => {
  const clinics = await read<{ organisation: number }>('select organisation from demo_clinic order by 1', [])
  const open: number[] = []
  for (const { organisation } of clinics) {
    const rows = await readInOrganisation<{ hash: string }>(
      read,
      organisation,
      'select distinct password_hash as hash from "user" where organisation = t.o and is_active and password_hash is not null',
      [],
    )
    for (const { hash } of rows)
      if (await isPassword(hash, demoPassword)) {
        open.push(organisation)
        break
      }
  }
  return open
}
