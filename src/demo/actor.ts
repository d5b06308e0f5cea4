import { visitRulesOfConsultations } from '../domain/consultations/follow-invoice.ts'
import { permissions } from '../domain/identity/permissions.ts'
import type { Actor, Seal } from '../kernel/caller.ts'

/** Somebody who may do everything in an organisation. */
export const actorIn = (organisation: number, now: Date, seal: Seal): Actor => ({
  organisation,
  credential: 'oauth',
  account: 'demo',
  application: null,
  user: 0,
  actsForUser: true,
  clockOffset: 0,
  scopes: new Set(['restapi']),
  permissions: new Map(permissions.map((name) => [name, 'write'] as const)),
  now,
  seal,
  // No secret of a new clinic is sent twice.
  matchesSealed: () => false,
  rules: { visits: visitRulesOfConsultations },
  baseUrl: '',
})
