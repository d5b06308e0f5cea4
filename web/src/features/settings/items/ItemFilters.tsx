import { ItemType } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ItemFilters as Chosen, itemCountsQuery } from '../../../api/item.ts'
import form from '../../../shared/form.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import { useItemChoices } from './use-item-choices.ts'
import classes from './Items.module.css'

type Changes = {
  readonly type?: ItemType | undefined
  readonly group?: number | undefined
  readonly vat?: number | undefined
  readonly archived?: true | undefined
}
type Props = { readonly chosen: Chosen; readonly onChange: (changes: Changes) => void }

type Choose = {
  readonly label: string
  readonly all: string
  readonly choices: readonly { readonly id: number; readonly name: string }[]
  readonly value: number | undefined
  readonly onChoose: (id: number | undefined) => void
}

const Choice = ({ label, all, choices, value, onChoose }: Choose) => (
  <select
    className={`${form['input']} ${classes['choice']}`}
    aria-label={label}
    value={value ?? ''}
    onChange={({ target }) => onChoose(Number(target.value) || undefined)}
  >
    <option value="">{all}</option>
    {choices.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
)

/** Which items are listed: their kind with how many there are, group, VAT, and whether they are in use. */
export const ItemFilters = ({ chosen: { type, group, vat, archived = false }, onChange }: Props) => {
  const { groups, vats } = useItemChoices()
  const { data: counts } = useQuery(itemCountsQuery(archived))
  return (
    <>
      <Choice
        label={settingsText.items.group}
        all={settingsText.items.anyGroup}
        choices={groups}
        value={group}
        onChoose={(id) => onChange({ group: id })}
      />
      <Choice
        label={settingsText.items.vat}
        all={settingsText.items.anyVat}
        choices={vats}
        value={vat}
        onChoose={(id) => onChange({ vat: id })}
      />
      <select
        className={`${form['input']} ${classes['choice']}`}
        aria-label={settingsText.items.state}
        value={archived ? 'archived' : ''}
        onChange={({ target }) => onChange({ archived: target.value === 'archived' ? true : undefined })}
      >
        <option value="">{settingsText.items.active}</option>
        <option value="archived">{settingsText.items.archived}</option>
      </select>
      <div className={classes['kinds']}>
        <div className="segments" role="group" aria-label={settingsText.items.kind}>
          <button type="button" aria-pressed={type === undefined} onClick={() => onChange({ type: undefined })}>
            {settingsText.items.all}
          </button>
          {Object.values(ItemType)
            .filter((one) => one === type || counts === undefined || counts.get(one)! > 0)
            .map((one) => (
              <button key={one} type="button" aria-pressed={type === one} onClick={() => onChange({ type: one })}>
                {settingsText.items.kinds[one]} <span className={classes['count']}>{counts?.get(one)}</span>
              </button>
            ))}
        </div>
      </div>
    </>
  )
}
