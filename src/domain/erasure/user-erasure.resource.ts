import { day, listOf, objectOf, oneWordOf } from '../../kernel/answer-schemas.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { parseBody } from '../../kernel/body.ts'
import { requireRecord } from '../../kernel/writing.ts'
import { eraseUser } from './erase-user.ts'
import { countOf, readErasure } from './erasure-answer.ts'
import { erasedUserKinds } from './user-data.ts'

const answer = objectOf('What was erased, and what the records of the clinic keep.', {
  erased: listOf(
    'One entry a kind, in no particular order; kinds of which there was nothing are left out.',
    objectOf('How much of one kind was erased.', {
      kind: oneWordOf(
        '`mails`: what the clinic mailed to them, such as links and alerts. `messages`: to clients, in which a former name was replaced. `orders`: what wholesalers were told of whoever ordered. `stored_answers`: answers under an Idempotency-Key, repeated without a body from now on. `audit_values`: entries of the audit trail, of which who did it and when stays.',
        erasedUserKinds,
      ),
      count: countOf('How many records or entries.'),
    }),
  ),
  kept: listOf(
    'Records that need the name. Empty where there is none, and then the name is erased too.',
    objectOf('How many records of one kind need the name until when.', {
      kind: oneWordOf(
        '`medical_records`: visits, prescriptions, measurements and images. `bookkeeping`: payments, sales, orders, movements of stock and daily reports. The worker erases the name after the last day of both.',
        ['medical_records', 'bookkeeping'],
      ),
      count: countOf('How many records.'),
      until: day('The last day on which the name must be kept for them, by the country of the organisation.'),
    }),
  ),
})

export const userErasure = endpoint({
  name: 'user.erase',
  method: 'POST',
  path: '/user/{id}/erase/',
  title: 'User',
  summary: 'Erase the personal data of somebody who has left',
  about:
    'For good. Address, number, initials, password, second factors, preferences and mails go at once. First name, last name and title stay while records must say who treated, prescribed or kept the books; then they go too, and the user is called “Erased user”. Refused with `still_active` while the user may sign in. With `Prefer: dry-run` the answer says what would go, and nothing does.',
  permission: 'Settings: Users and permissions',
  rate: 30,
  userTokenOnly: true,
  stepUp: true,
  sentAlone: 'writes_many',
  changesNamed: true,
  body: {},
  answers: { 200: answer },
  run: async (tx, actor, call) => {
    await requireRecord(call, tx, call.resources.get('user')!)
    parseBody({}, await call.body(), 'create', call.links)
    return { status: 200, read: readErasure(await eraseUser(tx, call.id, actor.now)) }
  },
})
