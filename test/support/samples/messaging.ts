import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Have } from './given.ts'
import { makeOne, type Area, type Makers, type Making, type Needs } from './making.ts'

/** Removes the templates that tests made, and makes the sample one that no other will be. */
const makeWayForTemplate = async ({ organisation, have }: Making): Promise<Have> => {
  await organisation.within(async (tx) => {
    await tx.deleteFrom('message_template').where('id', '<>', have.message_template!).execute()
    await tx
      .updateTable('message_template')
      .set({ language: 'sv' })
      .where('id', '=', have.message_template!)
      .where('language', '<>', 'sv')
      .execute()
  })
  return have
}

/** The sample client can be written to. */
const makeReachable = async ({ organisation, have }: Making): Promise<Have> => {
  await organisation.within(async (tx) => {
    await tx
      .updateTable('message_settings')
      .set({ smtp_host: 'smtp.example.com', smtp_port: 465, mail_from: 'clinic@example.com' })
      .execute()
    await tx
      .updateTable('client')
      .set({ email: 'reached@example.com', no_email: false, communication_preferences: '{}', archived: false })
      .where('id', '=', have.client!)
      .execute()
  })
  return have
}

const madeFor: Makers = {
  'message.create': makeReachable,
  'message_template.create': makeWayForTemplate,
  'message_template.delete': async (making) => {
    const { organisation, as, have } = making
    await makeWayForTemplate(making)
    return { ...have, message_template: await makeOne(organisation, as, 'message_template', have) }
  },
}

const madeBehind: Makers = {
  // A confirmation that was sent.
  message: ({ organisation, have, marks: { word, phone } }) =>
    organisation.within(async (tx) => {
      const { id } = await tx
        .insertInto('client_message')
        .values({
          kind: 1,
          channel: 2,
          request: randomUUID(),
          department: have.department!,
          client: have.client!,
          patient: have.patient!,
          appointment: have.appointment!,
          invoice: have.invoice!,
          status: 3,
          detail: word,
          recipient: phone,
          subject: word,
          text: word,
          attempts: 1,
          last_attempt: sql<Date>`now()`,
          sent: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { message: id }
    }),
}

const neededBehind: Needs = {
  message: ['client', 'patient', 'appointment', 'invoice', 'department'],
}

/** Messages and their templates. */
export const messaging: Area = { madeFor, madeBehind, neededBehind }
