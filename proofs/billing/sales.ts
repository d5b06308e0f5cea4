import { forget, idIn, keep, recent, anyQuantity, anyWish, unlikeBefore, type Known, type Makers } from './known.ts'
import { itemTypes } from './clinics.ts'
import { anyBatch } from './stocktaking.ts'

const saleIsOver = ['non_field_errors finalized', '404 not_found']

/** What is done at the counter. */
export const selling = ({ clinic, urlOf, sales, learnInvoice, anyPayer, anyDepartment }: Known) =>
  ({
    'start sale': (random) => {
      const owner = random.chance(0.8) ? random.pick(clinic.owners) : undefined
      return {
        method: 'POST',
        path: '/countersale/',
        body: {
          client: owner === undefined ? null : urlOf('client', owner.id),
          department: anyDepartment(random),
          ...(owner && anyPayer(random, owner)),
        },
        refusals: [],
        learn: ({ id }) => keep(sales, { id, rows: [] }),
      }
    },
    'sell item': (random) => {
      const sale = recent(random, sales)
      const type = random.pick(itemTypes)
      const body = {
        item: urlOf('item', random.pick(clinic.items[type])),
        quantity: anyQuantity(random),
        ...anyWish(random),
        ...(random.chance(0.3) && { usage_size: random.pick([1, 2]) }),
        ...(random.chance(0.5) && { batch_number: anyBatch(random) }),
      }
      return (
        sale && {
          method: 'POST',
          path: `/countersale/${sale.id}/add_item/`,
          body,
          refusals: [...saleIsOver, 'batch_number required'],
          learn: ({ countersale_items }) => void sale.rows.push({ id: idIn((countersale_items as string[]).at(-1)) }),
        }
      )
    },
    'change sold row': (random, number) => {
      const row = recent(random, recent(random, sales)?.rows ?? [])
      const batch_number = random.chance(0.1) ? '' : anyBatch(random)
      const body = { quantity: anyQuantity(random), batch_number, ...unlikeBefore(number) }
      const refusals = [...saleIsOver, 'batch_number required']
      return row && { method: 'PATCH', path: `/countersaleitem/${row.id}/`, body, refusals }
    },
    'remove sold row': (random) => {
      const row = recent(random, recent(random, sales)?.rows ?? [])
      return row && { method: 'DELETE', path: `/countersaleitem/${row.id}/`, refusals: saleIsOver, isOnce: true }
    },
    'finalize sale': (random) => {
      const filled = sales.filter(({ rows }) => rows.length > 0)
      const sale = recent(random, filled.length > 0 ? filled : sales)
      return (
        sale && {
          method: 'POST',
          path: `/countersale/${sale.id}/finalize/`,
          refusals: ['non_field_errors empty', ...saleIsOver],
          isOnce: true,
          learn: ({ invoice }) => {
            forget(sales, sale)
            return learnInvoice(invoice)
          },
        }
      )
    },
  }) satisfies Makers
