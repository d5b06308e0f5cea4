import { cents, daysAgo, forget, keep, recent, shiftDay, type Known, type Makers } from './known.ts'

/** What becomes of invoices, but for their payment. */
export const invoicing = ({
  urlOf,
  visits,
  drafts,
  bills,
  learnInvoice,
  learnBill,
  anyToCredit,
  anyToCreditInPart,
}: Known) =>
  ({
    'change draft': (random, number) => {
      const draft = recent(random, drafts)
      const invoice_date = random.chance(0.5) ? daysAgo(random.int(0, 25)) : undefined
      return (
        draft && {
          method: 'PATCH',
          path: `/invoice/${draft.id}/`,
          body: {
            remarks: `Draft ${number}`,
            ...(invoice_date && { invoice_date, invoice_due_date: shiftDay(invoice_date, 14) }),
          },
          refusals: ['non_field_errors not_a_draft'],
        }
      )
    },
    'finalize draft': (random) => {
      const draft = recent(random, drafts)
      return (
        draft && {
          method: 'POST',
          path: `/invoice/${draft.id}/finalize/`,
          refusals: ['non_field_errors not_a_draft', 'invoice_date locked'],
          isOnce: true,
          learn: ({ id }) => {
            forget(drafts, draft)
            return learnInvoice(urlOf('invoice', id))
          },
        }
      )
    },
    'void draft': (random) => {
      const draft = recent(random, drafts)
      return (
        draft && {
          method: 'POST',
          path: `/invoice/${draft.id}/void/`,
          refusals: ['non_field_errors not_a_draft'],
          isOnce: true,
          // Its visit is open again, and is corrected and finalized as any other.
          learn: () => {
            forget(drafts, draft)
            if (draft.visit !== undefined && !visits.includes(draft.visit)) keep(visits, draft.visit)
          },
        }
      )
    },
    'move invoice': (random) => {
      const bill = recent(random, bills)
      const body = { status: random.pick([1, 2, 3, 3, 3, 3, 4]) }
      return (
        bill && {
          method: 'POST',
          path: `/invoice/${bill.id}/update_status/`,
          body,
          refusals: ['status invalid_transition'],
        }
      )
    },
    'full refund': (random) => {
      const bill = anyToCredit(random)
      const body = {
        use_original_invoice_date: random.chance(0.3),
        ...(random.chance(0.6) && { return_to_stock: random.chance(0.8) }),
      }
      return (
        bill && {
          method: 'POST',
          path: `/invoice/${bill.id}/full_refund/`,
          body,
          act: ({ id }) => ({ kind: 'refund', record: id, body }),
          refusals: ['non_field_errors credit_note', 'non_field_errors credited', 'use_original_invoice_date locked'],
          isOnce: true,
          learn: learnBill,
        }
      )
    },
    'partial refund': (random) => {
      const bill = anyToCreditInPart(random)
      if (bill === undefined || bill.rows.length === 0) return undefined
      const rows = random.shuffle(bill.rows).slice(0, random.int(1, Math.max(1, bill.rows.length - 1)))
      const invoice_rows = rows.map((invoice_row) => ({
        invoice_row,
        ...(random.chance(0.5) && { return_to_stock: random.chance(0.8) }),
      }))
      return {
        method: 'POST',
        path: `/invoice/${bill.id}/partial_refund/`,
        body: { invoice_rows },
        act: ({ id }) => ({ kind: 'refund', record: id, body: { invoice_rows } }),
        refusals: ['non_field_errors credit_note', 'invoice_rows credited'],
        learn: learnBill,
      }
    },
    'keep as prepayment': (random) => {
      const bill = recent(
        random,
        bills.filter(({ isNote }) => isNote),
      )
      return (
        bill && {
          method: 'POST',
          path: `/invoice/${bill.id}/to_prepayment/`,
          refusals: ['nothing_owed', 'not_finalized', 'no_client', 'rounding'].map(
            (code) => `non_field_errors ${code}`,
          ),
          learn: ({ due_sum }) => void (bill.due = cents(due_sum)),
        }
      )
    },
  }) satisfies Makers
