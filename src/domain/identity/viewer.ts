import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Caller } from '../../kernel/caller.ts'

/** The names of the caller's user and organisation, for pages. */
export const findViewer = async (read: Reader, { organisation, user, credential }: Caller) => {
  const [found] = await readInOrganisation<{ readonly user: string; readonly clinic: string }>(
    read,
    organisation,
    `select trim(u.first_name || ' ' || u.last_name) as user, o.name as clinic
     from organisation o join "user" u on u.organisation = o.organisation
     where o.organisation = t.o and u.id = $2::bigint`,
    [user],
  )
  return found && { ...found, canSignOut: credential === 'session' }
}
