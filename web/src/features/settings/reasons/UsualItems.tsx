import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { foundItemsQuery } from '../../../api/item.ts'
import {
  addReasonItem,
  changeReasonItem,
  itemsOfReasonQuery,
  reasonItemKeys,
  removeReasonItem,
} from '../../../api/reasonitem.ts'
import type { Item, Reason, ReasonItem } from '../../../api/records.ts'
import { plainText, typedDecimal } from '../../../format.ts'
import { Finder } from '../../../shared/Finder.tsx'
import finder from '../../../shared/Finder.module.css'
import form from '../../../shared/form.module.css'
import page from '../../../shared/page.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { useWrites } from '../../../shared/use-writes.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Reasons.module.css'

const refresh = () => reasonItemKeys

/** One item with its quantity, which is saved when somebody goes on from it. */
const Row = ({ row, reason }: { readonly row: ReasonItem; readonly reason: Reason }) => {
  const words = settingsText.reasons.usual
  const [typed, setTyped] = useState<string>()
  const { name, unit, archived } = row.item_data ?? { name: '', unit: '', archived: false }
  const changing = useWrite({
    send: (quantity: string, key) => changeReasonItem(row, quantity, key),
    refresh,
    said: () => words.changed(name),
    onDone: () => setTyped(undefined),
  })
  const removing = useWrite({
    send: (_: null, key) => removeReasonItem(row, key),
    refresh,
    said: () => words.removed(name),
    undo: () => addReasonItem(reason, { url: row.item }, row.quantity),
  })
  const shown = plainText(row.quantity)
  const save = () => {
    if (typed === undefined || typed.trim() === shown) return setTyped(undefined)
    // What is no number is refused by the service, which says why.
    return void changing.write(typedDecimal(typed) ?? typed)
  }
  return (
    <li>
      <span className={page['what']}>
        <strong>{name}</strong>
        {archived && <span className={page['context']}> {words.archived}</span>}
      </span>
      <input
        className={`${form['input']} ${classes['quantity']}`}
        aria-label={words.quantityOf(name)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={typed ?? shown}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
      <span className={classes['unit']}>{unit}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={words.remove(name)}
        aria-busy={removing.isBusy}
        onClick={() => void removing.write(null)}
      >
        <IconTrash size={18} stroke={1.6} aria-hidden="true" />
      </button>
    </li>
  )
}

/** What is usually charged for a reason: found by a few letters and Enter, and saved at once. */
export const UsualItems = ({ reason }: { readonly reason: Reason }) => {
  const id = useId()
  const words = settingsText.reasons.usual
  const { data: rows, error, refetch } = useQuery(itemsOfReasonQuery(reason.id))
  const add = useWrites({
    about: ({ url }: Item) => url,
    send: (item: Item, key) => addReasonItem(reason, item, '1', key),
    refresh,
    said: ({ variables }) => words.added(variables.name),
  })
  return (
    <section className={classes['usual']} aria-labelledby={id}>
      <h3 id={id}>{words.title}</h3>
      <p>{words.explained}</p>
      {error !== null && rows === undefined && (
        <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
      )}
      <Finder
        label={words.find}
        placeholder={words.find}
        query={foundItemsQuery}
        show={(item) => (
          <>
            <span>{item.name}</span>
            <span className={finder['context']}>{item.code}</span>
          </>
        )}
        onChoose={async (item) => void (await add(item))}
      />
      {rows?.length === 0 && <p className={classes['none']}>{words.none}</p>}
      <ul className={page['rows']}>
        {rows?.map((row) => (
          <Row key={row.id} row={row} reason={reason} />
        ))}
      </ul>
    </section>
  )
}
