import { readFlag, readId, type Search } from '../../shared/address.ts'

type PrepaymentsSearch = { add?: true | undefined; use?: number | undefined; refund?: number | undefined }

export const readPrepaymentsSearch = (search: Search): PrepaymentsSearch => ({
  add: readFlag(search['add']),
  use: readId(search['use']),
  refund: readId(search['refund']),
})
