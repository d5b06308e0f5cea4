import { day, listOf, objectOf, oneWordOf } from '../../kernel/answer-schemas.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { parseBody } from '../../kernel/body.ts'
import { requireRecord } from '../../kernel/writing.ts'
import { erasedKinds } from './client-data.ts'
import { eraseClient } from './erase-client.ts'
import { countOf, readErasure } from './erasure-answer.ts'

const answer = objectOf('What was erased, and what the law on bookkeeping keeps.', {
  erased: listOf(
    'One entry a kind, in no particular order; kinds of which there was nothing are left out.',
    objectOf('How much of one kind was erased.', {
      kind: oneWordOf(
        '`drafts`: whoever pays invoices without a number. `insurance`: of animals. `stored_answers`: answers under an Idempotency-Key, repeated without a body from now on. `invoicing_clients`: clients whose invoices went to this one, and go to themselves again. `audit_values`: entries of the audit trail, of which who did it and when stays.',
        erasedKinds,
      ),
      count: countOf('How many records or entries.'),
    }),
  ),
  kept: listOf(
    'Empty where nothing has to be kept.',
    objectOf('How much of one kind is kept until when.', {
      kind: oneWordOf(
        '`invoices`: the name and address of whoever pays, on invoices with a number; the worker erases them after the day. `payments`: amount, day and how it was paid.',
        ['invoices', 'payments'],
      ),
      count: countOf('How many records.'),
      until: day('The last day on which they must be kept, by the country of the organisation.'),
    }),
  ),
})

export const clientErasure = endpoint({
  name: 'client.erase',
  method: 'POST',
  path: '/client/{id}/erase/',
  title: 'Client',
  summary: 'Erase the personal data of a client',
  about:
    'For good, when the client asks for it. The client stays as a record without personal data: archived, called “Erased client”, and refused with the code `erased` wherever it would be changed or used. Records of animals and visits stay, texts included. Refused with `still_open` while a visit is not finalized, an appointment is to come, or an online booking from the same e-mail address or number waits for a decision. With `Prefer: dry-run` the answer says what would go, and nothing does.',
  permission: { all: ['General: Patients and clients', 'Settings: Users and permissions'] },
  rate: 30,
  userTokenOnly: true,
  stepUp: true,
  sentAlone: 'writes_many',
  changesNamed: true,
  body: {},
  answers: { 200: answer },
  run: async (tx, actor, call) => {
    await requireRecord(call, tx, call.resources.get('client')!)
    parseBody({}, await call.body(), 'create', call.links)
    return { status: 200, read: readErasure(await eraseClient(tx, call.id, actor.now)) }
  },
})
