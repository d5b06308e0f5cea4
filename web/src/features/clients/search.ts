import { oneOf, readFlag, readId, readWord, type Search } from '../../shared/address.ts'

type ClientsSearch = {
  q?: string | undefined
  page?: number | undefined
  archived?: true | undefined
  living?: true | undefined
}

export const readClientsSearch = (search: Search): ClientsSearch => ({
  q: readWord(search['q']),
  page: readId(search['page']),
  archived: readFlag(search['archived']),
  living: readFlag(search['living']),
})

type NewClientSearch = {
  /** A client who exists, and one of their animals or a new one. */
  client?: number | undefined
  patient?: number | 'new' | undefined
  /** What was searched for and not found. */
  q?: string | undefined
}

export const readNewClientSearch = (search: Search): NewClientSearch => ({
  client: readId(search['client']),
  patient: oneOf(['new'], search['patient']) ?? readId(search['patient']),
  q: readWord(search['q']),
})

const clientTabs = ['visits', 'invoices', 'messages', 'fields', 'changes'] as const
type ClientSearch = { tab?: (typeof clientTabs)[number] | undefined }

export const readClientSearch = (search: Search): ClientSearch => ({
  tab: oneOf(clientTabs, search['tab']),
})
