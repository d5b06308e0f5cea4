import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { changeItem, editedItemQuery, itemsKey } from '../../../api/item.ts'
import type { Item, Me } from '../../../api/records.ts'
import { amountText, moneyText, plainText } from '../../../format.ts'
import { ChangesButton } from '../../../shared/changes/ChangesButton.tsx'
import { EditGroup } from '../../../shared/edit/EditGroup.tsx'
import type { Field } from '../../../shared/edit/fields.ts'
import page from '../../../shared/page.module.css'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { BelongsTo } from './BelongsTo.tsx'
import { itemGroups } from './item-groups.ts'
import { Pricings } from './Pricings.tsx'
import { useItemChoices } from './use-item-choices.ts'
import classes from './Items.module.css'

type Change = { readonly record: Item; readonly archived: boolean }

/** Takes an item out of use and back again. */
const ArchiveButton = ({ item }: { readonly item: Item }) => {
  const { write, isBusy } = useWrite({
    send: ({ record, archived }: Change, key) => changeItem(record, { archived }, key),
    refresh: () => [itemsKey],
    said: ({ variables: { archived } }) => settingsText.items.archive[archived ? 'done' : 'undone'](item.name),
    undo: ({ variables: { archived }, result }) => changeItem(result, { archived: !archived }),
  })
  return (
    <button
      type="button"
      className="button small"
      aria-busy={isBusy}
      onClick={() => void write({ record: item, archived: !item.archived })}
    >
      {item.archived ? text.records.actions.restore : text.records.actions.archive}
    </button>
  )
}

/** How much of a price stays after what was paid for the item, for reading. */
const staysOf = ({ price, wholesale_price: paid }: Item) =>
  paid === null || Number(price) === 0
    ? ''
    : settingsText.items.stays((100 - (Number(paid) / Number(price)) * 100).toFixed(0))

const Beside = ({ said, children }: { readonly said: string; readonly children: ReactNode }) => (
  <>
    <span className={page['context']}>{said}</span> {children}
  </>
)

const shownOf = (item: Item, currency: string) => (field: Field) => {
  if (field.name === 'price_with_vat')
    return (
      <Beside said={settingsText.items.net(amountText(item.price))}>
        <strong>{moneyText(item.price_with_vat, currency)}</strong>
      </Beside>
    )
  if (field.name === 'wholesale_price' && item.wholesale_price !== null)
    return <Beside said={staysOf(item)}>{amountText(item.wholesale_price)}</Beside>
  const value = item[field.name as keyof Item]
  return field.kind === 'decimal' && typeof value === 'string' ? plainText(value) : undefined
}

const Groups = ({ item, me, mayEdit }: { readonly item: Item; readonly me: Me; readonly mayEdit: boolean }) => {
  const groups = itemGroups(item, useItemChoices())
  const shared = {
    record: item,
    query: editedItemQuery(item.id).queryKey,
    mayEdit,
    timeZone: me.organisation.time_zone,
    labels: settingsText.items.labels,
    refresh: itemsKey,
  }
  return (
    <>
      <EditGroup
        {...shared}
        title={settingsText.items.groups.prices}
        fields={groups.prices}
        keys="e"
        shown={shownOf(item, me.organisation.currency)}
      />
      <Pricings item={item} mayEdit={mayEdit} />
      <BelongsTo item={item.id} unit={item.unit} />
      {(['about', 'accounts', 'stock', 'medicine', 'texts'] as const)
        .filter((name) => groups[name].length > 0)
        .map((name) => (
          <EditGroup
            key={name}
            {...shared}
            title={settingsText.items.groups[name]}
            fields={groups[name]}
            shown={shownOf(item, me.organisation.currency)}
          />
        ))}
    </>
  )
}

type Props = { readonly id: number; readonly me: Me; readonly mayEdit: boolean; readonly onClose: () => void }

/** An item beside the list: everything about it, edited where it stands. */
export const ItemPanel = ({ id, me, mayEdit, onClose }: Props) => {
  const { data: item, error, refetch } = useQuery(editedItemQuery(id))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <aside
      ref={panel}
      className={`${page['side']} ${classes['panel']}`}
      aria-label={item?.name ?? settingsText.items.whatOne}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && event.target === event.currentTarget && onClose()}
    >
      <div className={classes['panelHead']}>
        <div>
          <h2>{item?.name ?? <Skeleton width={180} />}</h2>
          <p className={page['context']}>
            {item !== undefined &&
              [
                settingsText.items.kinds[item.type_code],
                item.code,
                item.unit === '' ? '' : settingsText.items.soldBy(item.unit),
                item.archived ? settingsText.items.isArchived : '',
              ]
                .filter(Boolean)
                .join(' · ')}
          </p>
        </div>
        <button type="button" className="icon-button" aria-label={settingsText.items.close} onClick={onClose}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      {item !== undefined && (
        <div className={classes['panelActions']}>
          {mayEdit && <ArchiveButton item={item} />}
          <ChangesButton resource="item" id={id} />
        </div>
      )}
      {error !== null && item === undefined && (
        <ErrorState error={error} what={settingsText.items.whatOne} onRetry={() => void refetch()} />
      )}
      {item !== undefined && <Groups item={item} me={me} mayEdit={mayEdit} />}
    </aside>
  )
}
