import { useQuery } from '@tanstack/react-query'
import { accountNumbersQuery } from '../../../api/accountnumber.ts'
import { itemGroupsQuery } from '../../../api/listitem.ts'
import { vatGroupsQuery } from '../../../api/vatgroup.ts'
import { plainText } from '../../../format.ts'
import type { Option } from '../../../shared/edit/fields.ts'
import { settingsText } from '../../../text/en-settings.ts'

/** What items are sorted into, taxed by and posted to, as choices by their addresses. */
export const useItemChoices = () => {
  const { data: groups = [] } = useQuery(itemGroupsQuery)
  const { data: vats = [] } = useQuery(vatGroupsQuery)
  const { data: accounts = [] } = useQuery(accountNumbersQuery)
  return {
    groups: groups.map(({ id, url, name }) => ({ id, url, name })),
    vats: vats.map(({ id, url, title, percentage }) => ({
      id,
      url,
      name: settingsText.items.vatGroup(plainText(percentage), title),
    })),
    accounts: accounts.map(({ id, url, number, description }) => ({
      id,
      url,
      name: settingsText.items.account(number, description),
    })),
  }
}
export type ItemChoices = ReturnType<typeof useItemChoices>

export const optionsOf = (choices: readonly { readonly url: string; readonly name: string }[]): readonly Option[] =>
  choices.map(({ url, name }) => [url, name])
