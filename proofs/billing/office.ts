import { daysAgo, money, type Known, type Makers } from './known.ts'
import { anyPrice, itemTypes, type Owner } from './clinics.ts'

/** What is done in the office: the books are locked and closed, and all that invoices copy is edited. */
export const administering = ({ clinic, urlOf, locks, anyDepartment }: Known) =>
  ({
    'lock period': (random, number) => {
      const { id } = random.pick(clinic.departments)
      const date = random.chance(0.8) ? daysAgo(random.int(2, 30)) : null
      return {
        method: 'PATCH',
        path: `/settings/department/${id}/`,
        body: { financial_period_lock_date: date, additional_reference: `R${number}` },
        refusals: ['financial_period_lock_date invalid'],
        learn: () =>
          void (date === null ? locks.delete(urlOf('department', id)) : locks.set(urlOf('department', id), date)),
      }
    },
    'lock by itself': (random, number) => {
      const { id } = random.pick(clinic.departments.filter(({ locksItself }) => !locksItself))
      const body = { automatic_financial_period_lock_enabled: random.chance(0.5), additional_reference: `R${number}` }
      return { method: 'PATCH', path: `/settings/department/${id}/`, body, refusals: [] }
    },
    'edit client': (random, number) => {
      const [{ id }, other] = random.shuffle(clinic.owners) as [Owner, Owner]
      const body = {
        street_address: `Street ${number}`,
        vat_number: `V${number}`,
        ...(random.chance(0.3) && { invoicing_client: random.chance(0.5) ? urlOf('client', other.id) : null }),
      }
      return { method: 'PATCH', path: `/client/${id}/`, body, refusals: [] }
    },
    'edit item': (random, number) => ({
      method: 'PATCH',
      path: `/item/${random.pick(clinic.items[random.pick(itemTypes)])}/`,
      body: { price: anyPrice(random), name: `Item ${number}`, reporting_dimension_2: `D${number}` },
      refusals: [],
    }),
    'edit VAT group': (random, number) => ({
      method: 'PATCH',
      path: `/vatgroup/${random.pick(clinic.vatGroups)}/`,
      body: { title: `VAT ${number}`, ...(random.chance(0.3) && { percentage: random.pick(clinic.rates) }) },
      refusals: [],
    }),
    'edit account': (random, number) => ({
      method: 'PATCH',
      path: `/accountnumber/${random.pick(clinic.accounts)}/`,
      body: { description: `Account ${number}` },
      refusals: [],
    }),
    'edit pricing': (random, number) => ({
      method: 'PATCH',
      path: `/alternativepricing/${random.pick(clinic.pricings)}/`,
      body: { name: `Pricing ${number}`, percentage_change: random.pick(['-7.5', '-33.33', '5', '-100']) },
      refusals: [],
    }),
    'close day': (random, number) => ({
      method: 'POST',
      path: '/accountingreport/close_day/',
      body: {
        department: anyDepartment(random),
        ...(random.chance(0.4) && {
          counted: [{ payment_type: 1, amount: money(random.int(0, 90_000)), explanation: `Counted ${number}` }],
        }),
      },
      refusals: [],
    }),
  }) satisfies Makers
