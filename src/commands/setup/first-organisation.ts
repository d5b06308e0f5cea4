import type { Tx } from '../../db/tx.ts'
import { config } from '../../app/config.ts'
import { makePasswordLink } from '../../domain/identity/password-links.ts'
import { user } from '../../domain/identity/user.resource.ts'
import { createUser } from '../../domain/identity/users.ts'
import { Failure, UsageError } from '../command.ts'
import { readFields } from '../option-values.ts'
import { foundOrganisation, readOrganisation } from '../organisation.ts'
import { readOrganisations } from '../organisation-list.ts'
import { addWeek, chooseProfile, type CountryProfile } from '../profiles/profile.ts'
import type { Asking } from './ask.ts'

export type FirstValues = Readonly<
  Record<
    'name' | 'country' | 'currency' | 'time-zone' | 'department' | 'first-name' | 'last-name' | 'email' | 'profile',
    string | undefined
  >
>

const { first_name, last_name, email } = user.fields
const personFields = { first_name, last_name, email }

const questions = [
  ['name', 'What the clinic is called'],
  ['country', 'Its country, as an ISO 3166-1 code, for example FI'],
  ['first-name', 'First name of whoever manages it'],
  ['last-name', 'Last name'],
  ['email', 'E-mail address to sign in with'],
] as const

const askForMissing = async (values: FirstValues, asking: Asking | undefined): Promise<FirstValues> => {
  const given: Record<string, string | undefined> = { ...values }
  const missing = questions.filter(([name]) => !given[name])
  if (missing.length > 0 && asking === undefined)
    throw new UsageError(`There is no organisation yet. Give ${missing.map(([name]) => `--${name}`).join(', ')}.`)
  for (const [name, text] of missing) given[name] = await asking!.ask({ text })
  return given as FirstValues
}

const requireOr = (profile: CountryProfile | undefined, values: FirstValues, option: 'currency' | 'time-zone') => {
  const value = values[option] ?? (option === 'currency' ? profile?.currency : profile?.time_zone)
  if (value === undefined)
    throw new UsageError(`There is no profile for ${values.country}, so give --${option} as well.`)
  return value
}

export type First = {
  readonly id: number
  readonly name: string
  readonly isNew: boolean
  readonly profile?: CountryProfile | undefined
  /** Where the manager chooses a password, if it is not sent. */
  readonly invitation?: string
}

/** Invites the manager by mail, or makes the link that a mail would have. */
const addManager = async (
  tx: Tx,
  person: ReturnType<typeof readFields<typeof personFields>>,
  group: number,
  isPrinted: boolean,
) => {
  // createUser() invites users who are active from the start.
  const id = await createUser(tx, undefined, { ...person, permission_groups: [group], is_active: !isPrinted })
  if (!isPrinted) return { id, link: undefined }
  await tx.updateTable('user').set({ is_active: true }).where('id', '=', id).execute()
  return { id, link: await makePasswordLink(tx, id, 'invitation') }
}

/** The first clinic of the deployment. It is created, with its manager, only if there is none. */
export const firstOrganisation = async (
  typed: FirstValues,
  { asking, isPrinted }: { readonly asking: Asking | undefined; readonly isPrinted: boolean },
): Promise<First> => {
  const ownerUrl = config.ownerDatabase()
  const known = (await readOrganisations(ownerUrl)).find(({ sandbox }) => !sandbox)
  if (known !== undefined) return { id: known.id, name: known.name, isNew: false }
  const values = await askForMissing(typed, asking)
  const profile = chooseProfile(values.profile, values.country!.toUpperCase())
  const input = readOrganisation({
    name: values.name,
    country: values.country!.toUpperCase(),
    currency: requireOr(profile, values, 'currency'),
    time_zone: requireOr(profile, values, 'time-zone'),
  })
  const person = readFields(personFields, {
    first_name: values['first-name'],
    last_name: values['last-name'],
    email: values.email,
  })
  let link: string | undefined
  const made = await foundOrganisation(
    ownerUrl,
    input,
    { department: values.department ?? profile?.department ?? input.name, profile },
    async (tx, { group, department }) => {
      const manager = await addManager(tx, person, group, isPrinted)
      link = manager.link
      if (profile !== undefined && department !== undefined)
        await addWeek(tx, profile, { user: manager.id, department })
    },
  )
  if (isPrinted && link === undefined) throw new Failure('The link of the invitation was not made. Run this again.')
  const id = made.organisation
  return {
    id,
    name: input.name,
    isNew: true,
    profile,
    ...(link === undefined ? {} : { invitation: `${config.publicUrl()}/${id}/set-password/?link=${link}` }),
  }
}
