import { address, objectOf, orNull } from '../../kernel/answer-schemas.ts'
import { parseBody } from '../../kernel/body.ts'
import { readerIn } from '../../db/tx.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { namedEnum } from '../../kernel/enums.ts'
import { optional, type Links } from '../../kernel/fields.ts'
import { linksIn } from '../../kernel/filters.ts'
import { parseLinkFilter, ref } from '../../kernel/links.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { recordExists } from '../../kernel/reading.ts'
import { integer, text } from '../../kernel/values.ts'
import { countOpenHints, declineHint, hintKinds, maxMissing, readHints, readMissingCharges } from './charge-hints.ts'

const permission = 'Clinical: Consultations'

const hintFields = {
  id: { type: 'integer', description: 'Names the hint within its visit, to decline it.' },
  kind: {
    type: 'string',
    ...namedEnum(hintKinds, hintKinds),
    description:
      'Why it is here: an item that is usually charged for the `reason` of the visit, an imaging order beyond the items of its `modality`, or a prescription without the department’s fee.',
  },
  source: address('The record that tells of it: the default item, the imaging order or the prescription.'),
  item: orNull(address('What to add to the visit. Null where the clinic has several items for it: somebody chooses.')),
  quantity: { type: 'string', pattern: '^\\d+(\\.\\d+)?$', description: 'How much of it to propose.' },
  patient: orNull(address('The animal that it is for. Null where it is not for one alone.')),
  declined: orNull(
    objectOf('Why it stays uncharged, as somebody has said. Null while nobody has.', {
      reason: { type: 'string', description: 'What was said.' },
      user: address('Who said so.'),
      declined_at: { type: 'string', format: 'date-time', description: 'When, in UTC.' },
    }),
  ),
}
const hint = objectOf('Something that looks uncharged.', hintFields)

const title = 'Charge hint'

export const chargeHints = view({
  name: 'consultation.charge_hints',
  path: '/consultation/{id}/charge_hints/',
  title,
  summary: 'List what looks uncharged in a consultation',
  about:
    'Worked out anew from the visit at every request: a hint is gone once the item is charged. Only what can be known is hinted at. Imaging is compared with the items that have its `modality`, and with none there is no hint; a prescription fee may also have been sold to the client over the counter since the visit `started`. Finalizing is never refused because of hints.',
  permission,
  rate: 300,
  answers: {
    200: objectOf('The hints of one visit.', {
      results: { type: 'array', description: 'All of them, declined ones included.', items: hint },
    }),
  },
  run: async (call) => {
    const { read, actor, id, links, resources } = call
    if (!(await recordExists(call, resources.get('consultation')!, id))) throw recordNotFound('Consultation')
    return { status: 200, body: JSON.stringify({ results: await readHints(read, actor.organisation, id, links) }) }
  },
})

const question = {
  consultation__in: linksIn('consultation', 'the visits'),
}

export const openChargeHints = view({
  name: 'consultation.open_charge_hints',
  path: '/consultation/charge_hints/',
  title,
  summary: 'Count what looks uncharged in several consultations',
  about:
    'For a list of visits, such as those that wait for their invoice: how many hints of each are neither charged nor declined. Visits without any, and ids of no visit, are left out.',
  permission,
  rate: 300,
  parameters: question,
  answers: {
    200: objectOf('The visits that have open hints.', {
      results: {
        type: 'array',
        description: 'One for each visit, in the order of their ids.',
        items: objectOf('A visit with open hints.', {
          consultation: address('The visit that has them, by its address.'),
          open: { type: 'integer', minimum: 1, description: 'How many hints nobody has decided on.' },
        }),
      },
    }),
  },
  run: async ({ query, links, read, actor }) => {
    const asked = parseBody(question, { kind: 'json', value: Object.fromEntries(query) }, 'create', links)
    const results = await countOpenHints(read, actor.organisation, asked.consultation__in ?? [], links)
    return { status: 200, body: JSON.stringify({ results }) }
  },
})

const usualDays = 7
const dayMs = 86_400_000

const sought = {
  days: integer({
    ...optional,
    min: 1,
    max: 31,
    about: `Of the visits that began in so many days of 24 hours before now; ${usualDays} unless sent.`,
  }),
  department__is: {
    ...ref('department', {
      ...optional,
      about: 'Only visits at this department, which is named by its id or its URL.',
    }),
    parse: (raw: unknown, links: Links) => parseLinkFilter('department', String(raw), links),
  },
}

export const missingCharges = view({
  name: 'consultation.missing_charges',
  path: '/consultation/missing_charges/',
  title,
  summary: 'List what looks uncharged in the visits of the last days',
  about: `The hints of all visits that are not finalized and that nobody has decided on, those of the newest visit first: at most ${maxMissing}. Worked out anew at every request, as those of one visit are.`,
  permission,
  rate: 100,
  parameters: sought,
  answers: {
    200: objectOf('What looks uncharged, over all visits.', {
      count: { type: 'integer', minimum: 0, description: 'How many there are, of which the first are in `results`.' },
      results: {
        type: 'array',
        description: 'The hints, each with the visit that it is about.',
        items: objectOf('Something that looks uncharged in a visit.', {
          consultation: address('In which visit it looks uncharged.'),
          ...hintFields,
        }),
      },
    }),
  },
  run: async ({ query, links, read, actor }) => {
    const asked = parseBody(sought, { kind: 'json', value: Object.fromEntries(query) }, 'create', links)
    const from = new Date(actor.now.valueOf() - (asked.days ?? usualDays) * dayMs)
    const found = await readMissingCharges(read, actor.organisation, { from, department: asked.department__is }, links)
    return { status: 200, body: JSON.stringify(found) }
  },
})

const body = {
  reason: text(255, { about: 'Why it is not charged, for whoever looks at the visit later.' }),
}

export const declineChargeHint = endpoint({
  name: 'consultation.decline_charge_hint',
  method: 'POST',
  path: '/consultation/{id}/charge_hints/{child_id}/decline/',
  title,
  summary: 'Record why something is not charged',
  about:
    'The reason is kept with the visit and in the audit trail. A second request replaces it. Refused once the visit is finalized.',
  permission,
  rate: 300,
  body,
  answers: { 200: hint },
  run: async (tx, actor, call) => {
    const { parentId, id, links, resources } = call
    const visit = parentId!
    if (!(await recordExists({ ...call, read: readerIn(tx) }, resources.get('consultation')!, visit)))
      throw recordNotFound('Consultation')
    const known = await readHints(readerIn(tx), actor.organisation, visit, links)
    if (!known.some((one) => one.id === id)) throw recordNotFound(title)
    const { reason } = parseBody(body, await call.body(), 'create', links)
    await declineHint(tx, actor, visit, id, reason)
    return {
      status: 200,
      read: async ({ read }) => {
        const after = await readHints(read, actor.organisation, visit, links)
        const declined = after.find((one) => one.id === id)
        return declined && { status: 200, body: JSON.stringify(declined) }
      },
    }
  },
})
