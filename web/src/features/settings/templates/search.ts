import { TextTemplateKind } from '@fetlock/sdk'
import { oneOf, readFlag, readId, readWord, type Search } from '../../../shared/address.ts'

type TemplatesSearch = {
  q?: string | undefined
  kind?: TextTemplateKind | undefined
  archived?: true | undefined
  /** The template whose sheet is open. */
  template?: number | undefined
  new?: true | undefined
}

export const readTemplatesSearch = (search: Search): TemplatesSearch => ({
  q: readWord(search['q']),
  kind: oneOf(Object.values(TextTemplateKind), search['kind']),
  archived: readFlag(search['archived']),
  template: readId(search['template']),
  new: readFlag(search['new']),
})
