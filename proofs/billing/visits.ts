import { forget, keep, recent, anyQuantity, anyWish, unlikeBefore, type Known, type Makers } from './known.ts'
import { itemTypes, type ItemType } from './clinics.ts'
import { anyBatch } from './stocktaking.ts'

const routes: Readonly<Record<ItemType, string>> = { 1: 'procedures', 2: 'medicines', 3: 'supplies', 4: 'foods' }
const visitIsOver = ['non_field_errors finalized', '404 not_found']

/** What is done in the consulting room. */
export const visiting = ({ clinic, urlOf, visits, learnInvoice, anyPayer, anyDepartment }: Known) =>
  ({
    'open visit': (random) => {
      const owner = random.pick(clinic.owners)
      const shuffled = random.shuffle(owner.patients).slice(0, random.pick([1, 1, 2, 3]))
      const patients = shuffled.map((id) => urlOf('patient', id))
      const isAdmitted = random.chance(0.2)
      return {
        method: 'POST',
        path: isAdmitted ? '/consultation/admit/' : '/consultation/',
        body: {
          client: urlOf('client', owner.id),
          patients,
          department: anyDepartment(random),
          type: random.pick([1, 1, 1, 2, 3]),
          ...(!isAdmitted && anyPayer(random, owner)),
        },
        refusals: [],
        learn: ({ id }) => keep(visits, { id, owner, patients, items: [] }),
      }
    },
    'add item': (random) => {
      const visit = recent(random, visits)
      const type = random.pick(itemTypes)
      return (
        visit && {
          method: 'POST',
          path: `/consultation/${visit.id}/${routes[type]}/`,
          body: {
            item: urlOf('item', random.pick(clinic.items[type])),
            quantity: anyQuantity(random),
            ...anyWish(random),
            ...(random.chance(0.05) && { vat_percentage: random.pick(clinic.rates) }),
            ...(random.chance(0.2) && { no_multiplier: true }),
            ...(random.chance(0.25) && { patients: [random.pick(visit.patients)] }),
            ...((type === 2 || type === 3) && random.chance(0.5) && { usage_size: 2 }),
            ...((type === 2 || type === 3) && random.chance(0.2) && { usage_type: random.pick([2, 3, 3, 4]) }),
            ...(random.chance(0.5) && { batch_number: anyBatch(random) }),
          },
          refusals: ['vat_percentage unknown_rate', 'batch_number required', ...visitIsOver],
          learn: ({ id }) => void visit.items.push({ id, route: routes[type] }),
        }
      )
    },
    'change item': (random, number) => {
      const visit = recent(random, visits)
      const item = recent(random, visit?.items ?? [])
      return (
        visit &&
        item && {
          method: 'PATCH',
          path: `/consultation/${visit.id}/${item.route}/${item.id}/`,
          body: {
            quantity: anyQuantity(random),
            batch_number: random.chance(0.3) ? `B${number}` : anyBatch(random),
            ...anyWish(random),
            ...unlikeBefore(number),
            ...((item.route === 'medicines' || item.route === 'supplies') &&
              random.chance(0.3) && { usage_type: random.pick([1, 3]), usage_size: random.pick([1, 2]) }),
            ...(random.chance(0.3) && { patients: random.shuffle(visit.patients).slice(0, 2) }),
            ...(random.chance(0.2) && { no_multiplier: random.chance(0.5) }),
          },
          refusals: ['batch_number required', ...visitIsOver],
        }
      )
    },
    'remove item': (random) => {
      const visit = recent(random, visits)
      const item = recent(random, visit?.items ?? [])
      const path = `/consultation/${visit?.id}/${item?.route}/${item?.id}/`
      return item && { method: 'DELETE', path, refusals: visitIsOver, isOnce: true }
    },
    'move visit': (random) => {
      const visit = recent(random, visits)
      const refusals = ['status invalid_transition', '404 not_found']
      const body = { status: random.pick([0, 5, 6, 7, 8]) }
      return visit && { method: 'POST', path: `/consultation/${visit.id}/update_status/`, body, refusals }
    },
    'finalize visit': (random) => {
      const worked = visits.filter(({ items }) => items.length > 0)
      const visit = recent(random, worked.length > 0 ? worked : visits)
      return (
        visit && {
          method: 'POST',
          path: `/consultation/${visit.id}/update_status/`,
          body: { status: 10 },
          refusals: ['status invalid_transition', '404 not_found'],
          learn: ({ invoice }) => {
            forget(visits, visit)
            return learnInvoice(invoice, visit)
          },
        }
      )
    },
    'withdraw visit': (random) => {
      const visit = recent(random, visits)
      const refusals = ['non_field_errors has_entries', 'non_field_errors has_invoice', ...visitIsOver]
      return visit && { method: 'DELETE', path: `/consultation/${visit.id}/`, refusals, isOnce: true }
    },
    'change visit': (random, number) => {
      const visit = recent(random, visits)
      const body = {
        reporting_dimension_1: `V${number}`,
        ...(visit && anyPayer(random, visit.owner)),
        ...(random.chance(0.6) && { department: anyDepartment(random) }),
      }
      return visit && { method: 'PATCH', path: `/consultation/${visit.id}/`, body, refusals: visitIsOver }
    },
  }) satisfies Makers
