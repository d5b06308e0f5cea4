import type { Tx } from '../../db/tx.ts'
import { addOnlineClient, addOnlinePatient } from '../../domain/scheduling/online-bookings.ts'
import { declineBooking, linkBooking } from '../../domain/scheduling/online-decisions.ts'
import { clientCreated } from '../../domain/scheduling/online-statuses.ts'
import type { Actor } from '../../kernel/caller.ts'

type Animal = { readonly id: number; readonly client: number }

const readOwner = (tx: Tx, client: number) =>
  tx
    .selectFrom('client')
    .select(['firstname', 'lastname', 'organization_name', 'email', 'street_address', 'zip_code', 'city'])
    .where('id', '=', client)
    .executeTakeFirstOrThrow()

const readNumber = async (tx: Tx, client: number) => {
  const found = await tx
    .selectFrom('phonenumber')
    .select('e164')
    .where('client', '=', client)
    .orderBy('id')
    .executeTakeFirst()
  return found?.e164 ?? '+358 40 555 0100'
}

/** Books an appointment for an owner as they would do it online, without saying that they are a client already. */
const writeBooking = async (tx: Tx, actor: Actor, appointment: number, { id, client }: Animal) => {
  const { firstname, lastname, organization_name, ...contact } = await readOwner(tx, client)
  const onlinebookingclient = await addOnlineClient(tx, actor, {
    appointment,
    first_name: firstname,
    last_name: lastname || organization_name,
    phone_number: await readNumber(tx, client),
    ...contact,
  })
  const { name, species, breed } = await tx
    .selectFrom('patient')
    .select(['name', 'species', 'breed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const onlinebookingpatient = await addOnlinePatient(tx, actor, {
    onlinebookingclient,
    name: name || 'No name yet',
    species,
    breed,
    notes: 'Is a little shy with strangers.',
  })
  return { onlinebookingclient, onlinebookingpatient }
}

/**
 * Makes an appointment an online booking. Of five, one is linked to the client, one has brought the client to the clinic, one
 * was declined, and two wait for staff.
 */
export const seedOnlineBooking = async (tx: Tx, actor: Actor, appointment: number, animal: Animal, nth: number) => {
  const { onlinebookingclient: id, onlinebookingpatient } = await writeBooking(tx, actor, appointment, animal)
  const outcome = nth % 5
  if (outcome === 2) await declineBooking(tx, actor, id, { reason: 'The veterinarian is away that day.' })
  if (outcome > 1) return
  await linkBooking(tx, actor, id, {
    client: animal.client,
    patients: [{ onlinebookingpatient, patient: animal.id }],
  })
  if (outcome === 1)
    await tx.updateTable('onlinebookingclient').set({ status: clientCreated }).where('id', '=', id).execute()
}
