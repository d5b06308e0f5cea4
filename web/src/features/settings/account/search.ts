import { oneOf, type Search } from '../../../shared/address.ts'

/** What was done on a page of its own, from which somebody comes back. */
const told = ['password', 'email', 'session', 'sessions', 'application', 'factor', 'removed'] as const

export type AccountSearch = { done?: (typeof told)[number] | undefined }

export const readAccountSearch = (search: Search): AccountSearch => ({ done: oneOf(told, search['done']) })
