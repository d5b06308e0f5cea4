import { expect, it } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { useSuperuser } from '../../test/support/database.ts'
import type { Reader } from '../db/tx.ts'
import { hashPassword } from '../domain/identity/passwords.ts'
import { demoPassword, openDemoClinics } from './demo-clinics.ts'

const api = await useApi()
const superuser = await useSuperuser(api)

it('a demo clinic is open for its own users only, whoever reads', async () => {
  const [demo, other] = [await api.givenOrganisation(), await api.givenOrganisation()]
  const password_hash = await hashPassword(demoPassword)
  const given = (email: string) => ({ first_name: 'Anna', last_name: 'Berg', email, password_hash })
  await other.within((tx) => tx.insertInto('user').values(given('anna@example.com')).execute())
  await superuser.query('insert into demo_clinic (organisation) values ($1)', [demo.id])
  // Row security does not hold a superuser back, so the statement has to.
  const read: Reader = async <Row>(text: string, values: readonly unknown[]) =>
    (await superuser.query(text, [...values])).rows as Row[]
  expect(await openDemoClinics(read)).toEqual([])
  await demo.within((tx) => tx.insertInto('user').values(given('berg@example.com')).execute())
  expect(await openDemoClinics(read)).toEqual([demo.id])
})
