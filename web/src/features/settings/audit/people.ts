import { useQuery } from '@tanstack/react-query'
import { applicationsQuery } from '../../../api/application.ts'
import { may, useMe } from '../../../api/me.ts'
import { type Application, type AuditEvent, nameOfUser, type SecurityEvent, type User } from '../../../api/records.ts'
import { everyoneQuery } from '../../../api/user.ts'
import { settingsText } from '../../../text/en-settings.ts'

export type People = { readonly everyone: readonly User[]; readonly applications: readonly Application[] }

/** Who can have done something; the names of applications only for whoever may see them. */
export const usePeople = (): People | undefined => {
  const me = useMe()
  const maySeeApplications = may(me, 'Settings: Integration settings')
  const { data: everyone } = useQuery(everyoneQuery)
  const { data: applications, isPending } = useQuery({ ...applicationsQuery, enabled: maySeeApplications })
  if (everyone === undefined || (maySeeApplications && isPending)) return undefined
  return { everyone, applications: applications ?? [] }
}

const nameOf = ({ everyone }: People, address: string | null) => {
  const person = everyone.find(({ url }) => url === address)
  return person === undefined ? '' : nameOfUser(person)
}

const throughOf = ({ applications }: People, address: string | null) =>
  address === null ? '' : settingsText.audit.throughApp(applications.find(({ url }) => url === address)?.name ?? '')

/** From where it was done: through which application, and from which address of the network. */
export const fromOf = (people: People, { application, address }: Pick<AuditEvent, 'application' | 'address'>) =>
  [throughOf(people, application), address].filter((part) => part !== '').join(', ')

export const whoChanged = (people: People, { user, application }: AuditEvent) =>
  nameOf(people, user) || throughOf(people, application) || settingsText.audit.service

/** Who did something to an account, and whose it is if that is another. */
export const whoActed = (people: People, { user, actor, application }: SecurityEvent) => {
  const who = nameOf(people, actor ?? user) || throughOf(people, application) || settingsText.audit.unknown
  return { who, whom: actor === null ? '' : nameOf(people, user) }
}

/** What else is known of an event, in the words of the API. */
export const detailsOf = ({ details }: SecurityEvent) =>
  Object.entries((details ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== false && value !== null && value !== '')
    .map(([name, value]) => {
      const word = name.replaceAll('_', ' ')
      return value === true ? word : `${word}: ${String(value)}`
    })
    .join(' · ')
