import { may } from '../api/me.ts'
import type { Me, Setup } from '../api/records.ts'

/** What a new clinic needs, in the order in which it is needed, and when each is there. */
const isThere = {
  people: ({ people }: Setup) => people > 1,
  shifts: ({ people_with_shifts }: Setup) => people_with_shifts > 0,
  clients: ({ clients }: Setup) => clients > 0,
  patients: ({ patients }: Setup) => patients > 0,
  address: ({ address }: Setup) => address,
  vat: ({ vat_rates, vat_rates_confirmed }: Setup) => vat_rates > 0 && vat_rates_confirmed,
  items: ({ items }: Setup) => items > 0,
  bank: ({ without_bank_account }: Setup) => without_bank_account === null,
  email: ({ email }: Setup) => email,
  logo: ({ logo }: Setup) => logo,
} as const

export type LineName = keyof typeof isThere
export const lineNames = Object.keys(isThere) as readonly LineName[]

export const missingIn = (setup: Setup) => lineNames.filter((name) => !isThere[name](setup))

const canWait: readonly LineName[] = ['email', 'logo']

/** Whether something is missing without which there is no visit or no invoice. */
export const isEssentialMissing = (setup: Setup) => missingIn(setup).some((name) => !canWait.includes(name))

/** Whether this person sets the clinic up, and it is not over. */
export const setsUp = (me: Me) => me.organisation.setup_open && may(me, 'Settings: Departments', 'write')
