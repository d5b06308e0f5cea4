import { readFlag, readId, type Search } from '../../shared/address.ts'

type BoardSearch = { vet?: number | undefined; mine?: true | undefined }

export const readBoardSearch = (search: Search): BoardSearch => ({
  vet: readId(search['vet']),
  mine: readFlag(search['mine']),
})
