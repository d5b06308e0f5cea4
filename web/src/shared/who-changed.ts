import type { QueryClient } from '@tanstack/react-query'
import { authorOf } from '../api/authors.ts'
import { meQuery } from '../api/me.ts'
import { staffQuery } from '../api/user.ts'
import { nameOfUser } from '../api/records.ts'
import { text } from '../text/en.ts'

/** The name of whoever made a version that this desk has not, for a message. */
export const whoChanged = async (
  client: QueryClient,
  version: { readonly url: string; readonly modified: string },
): Promise<string> => {
  const author = await authorOf(version)
  if (author === undefined) return text.somebodyElse
  const [me, staff] = await Promise.all([client.ensureQueryData(meQuery), client.ensureQueryData(staffQuery)])
  if (author === me.user.url) return text.youElsewhere
  const person = staff.find(({ url }) => url === author)
  return person === undefined ? text.somebodyElse : nameOfUser(person)
}
