import { oneOf, readFlag, readId, type Search } from '../../../shared/address.ts'

export const sinces = ['ever', 'today', 'day', 'week'] as const
export type Since = (typeof sinces)[number]

export const deskViews = ['webhooks', 'applications'] as const
export type DeskView = (typeof deskViews)[number]

export type IntegrationsSearch = {
  view?: Exclude<DeskView, 'webhooks'> | undefined
  /** Whose deliveries are shown; without one, all. */
  hook?: number | undefined
  archived?: true | undefined
  /** The application that is shown. */
  application?: number | undefined
  outcome?: 'failing' | 'waiting' | 'delivered' | undefined
  trigger?: number | undefined
  since?: Exclude<Since, 'ever'> | undefined
  /** The delivery whose attempts are shown. */
  delivery?: number | undefined
  /** The webhook is being changed, or another one made. */
  edit?: true | undefined
  new?: true | undefined
}

export const readIntegrationsSearch = (search: Search): IntegrationsSearch => ({
  view: oneOf(['applications'], search['view']),
  application: readId(search['application']),
  hook: readId(search['hook']),
  archived: readFlag(search['archived']),
  outcome: oneOf(['failing', 'waiting', 'delivered'], search['outcome']),
  trigger: readId(search['trigger']),
  since: oneOf(['today', 'day', 'week'], search['since']),
  delivery: readId(search['delivery']),
  edit: readFlag(search['edit']),
  new: readFlag(search['new']),
})
